import Glibc
import SluiceFlow
import SluiceHTTP

/// What this program does when it was started by itself, for what only a process of its own can show.
enum Role: String {
    /// Answers requests on loopback until its input ends: so its time isn't this process's.
    case serve = "role:serve"
    /// Fetches the URL it is given through all gates, and says how much memory that took, in bytes.
    case fetch = "role:fetch"
    /// The same for an answer that swells beyond all limits, which must be an error.
    case bomb = "role:bomb"
    /// Cancels 1,000 times 100 requests, and counts its descriptors and threads before and after.
    case cancel = "role:cancel"
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
            consume(try await Self.answer(arguments[0]))
            print(peakMemory(of: "self"))
        case .bomb:
            do throws(RequestError) {
                consume(try await Self.answer(arguments[0]))
            } catch {
                if error.errorCode == .tooLarge { print(peakMemory(of: "self")) }
            }
        case .cancel: try await Cancellations.run(good: arguments[0], silent: arguments[1])
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

    private static func answer(_ text: String) async throws(RequestError) -> HTTPResponse {
        let request = HTTPURL(text).map { HTTPRequest(.get, $0) }
        guard let request else { exit(2) }
        let client = APIClient(request.url, transport: CurlTransport())
        return try await client.call(.get, url: request.url).response().value()
    }
}
