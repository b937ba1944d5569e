/// The process of the loopback server, started when a figure first needs it.
@MainActor
final class Server {
    private var child: Child?
    private var port = ""

    /// The URL that it answers at.
    func base() throws -> String {
        if child == nil {
            let started = try Child(role: .serve)
            port = started.line()
            child = started
        }
        return "http://127.0.0.1:\(port)"
    }
}
