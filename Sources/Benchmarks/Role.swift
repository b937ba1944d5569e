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
    /// Changes everyone of a cache, over and over, until its input ends; prints a line after each round.
    case rewrite = "role:rewrite"

    func play(_ arguments: [String]) async throws {
        switch self {
        case .serve: try LoopbackServer().serve()
        case .fetch:
            let url = HTTPURL(arguments[0])
            guard let url else { throw Child.Failure("no URL", 0) }
            let client = APIClient(url, transport: CurlTransport())
            let answer = try await client.call(.get, url: url).response().value()
            consume(answer)
            print(peakMemory(of: "self"))
        case .nothing: break
        case .row:
            let cache = try BareCache(arguments[0])
            print(cache.user(arguments[1]) ?? "nobody")
        case .rewrite:
            startThread {
                var byte: UInt8 = 0
                while read(0, &byte, 1) > 0 {}
                exit(0)
            }
            try await StoreFixture.rewrite(arguments[0])
        }
    }
}
