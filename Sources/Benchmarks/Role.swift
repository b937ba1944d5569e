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

    func play(_ arguments: [String]) async throws {
        switch self {
        case .serve: try LoopbackServer().serve()
        case .fetch:
            consume(try await Self.answer(arguments[0]))
            print(Self.peakMemory)
        case .bomb:
            do throws(RequestError) {
                consume(try await Self.answer(arguments[0]))
            } catch {
                if error.errorCode == .tooLarge { print(Self.peakMemory) }
            }
        case .cancel: try await Cancellations.run(good: arguments[0], silent: arguments[1])
        case .nothing: break
        case .row:
            let cache = try BareCache(arguments[0])
            print(cache.user(arguments[1]) ?? "nobody")
        }
    }

    private static func answer(_ text: String) async throws(RequestError) -> HTTPResponse {
        let request = HTTPURL(text).map { HTTPRequest(.get, $0) }
        guard let request else { exit(2) }
        let client = APIClient(request.url, transport: CurlTransport())
        return try await client.call(.get, url: request.url).response().value()
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
