import SluiceHTTP
import Synchronization

@testable import UserServices

/// A server for one test: answers by method and path, and keeps what it was asked.
final class Exchanges: Sendable {
    /// A request as a test looks at it.
    struct Asked: Sendable {
        let request: HTTPRequest

        var line: String {
            request.method.rawValue + " " + request.url.path
                + (request.url.query.map { "?\($0)" } ?? "")
        }
        var body: String { String(decoding: request.body ?? [], as: UTF8.self) }
        /// The query's parameters, decoded.
        var query: [String: String] {
            let pairs = (request.url.query ?? "").split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map {
                    PercentEncoding.decode($0)
                }
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }
            return Dictionary(pairs) { first, _ in first }
        }
        func header(_ name: String) -> String? { request.headers[name] }
    }

    private let asked = Mutex<[Asked]>([])
    private let answer: @Sendable (Asked) -> HTTPResponse

    init(_ answer: @escaping @Sendable (Asked) -> HTTPResponse) { self.answer = answer }

    /// Method, path and query of each request, in order.
    var lines: [String] { asked.withLock { $0.map(\.line) } }

    var requests: [Asked] { asked.withLock { $0 } }

    var transport: StubTransport {
        StubTransport { request throws(RequestError) in
            let asked = Asked(request: request)
            self.asked.withLock { $0.append(asked) }
            return self.answer(asked)
        }
    }
}

extension HTTPResponse {
    /// An answer of JSON.
    static func json(
        _ text: String, _ status: Int = 200, headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, text: text)
    }
}

extension World {
    /// The service of a profile of the person's own.
    func own(_ name: String, _ json: String) async throws -> LiveUserService {
        try SmallFile.replace("\(paths.profiles)/\(name).json", with: Array(json.utf8))
        let service = try await service(name)
        guard let live = service as? LiveUserService else { throw NotLive() }
        return live
    }

    private struct NotLive: Error {}
}
