import Glibc
import SluiceFlow
import SluiceHTTP

/// What this program does when it was started by itself, for what only a process of its own can show.
enum Role: String {
    /// Answers requests on loopback until its input ends: so its time isn't this process's.
    case serve = "role:serve"
    /// Fetches the URL it is given through all gates, and says how much memory that took, in bytes.
    case fetch = "role:fetch"
    /// Ends at once: the least that a program costs, which is linked as `sluice` is.
    case nothing = "role:nothing"
    /// Prints one row of a cache: the least that `sluice show` can cost.
    case row = "role:row"

    func play(_ arguments: [String]) async throws {
        switch self {
        case .serve: try LoopbackServer().serve()
        case .fetch:
            let url = HTTPURL(arguments[0])
            guard let url else { throw Child.Failure("no URL", 0) }
            let client = APIClient(url, transport: CurlTransport())
            let answer = try await client.call(.get, url: url).response().value()
            consume(answer)
            print(Self.peakMemory)
        case .nothing: break
        case .row:
            let cache = try BareCache(arguments[0])
            print(cache.user(arguments[1]) ?? "nobody")
        }
    }

    /// The most memory that this process had, in bytes. (`getrusage` tells that of the parent before `exec`, too.)
    private static var peakMemory: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return (Int(text.filter(\.isNumber)) ?? 0) * 1024
        }
        return 0
    }
}
