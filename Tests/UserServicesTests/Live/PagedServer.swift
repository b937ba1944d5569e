import SluiceHTTP
import Synchronization

@testable import UserServices

/// A server of numbered pages and of single people, whose people and faults a test sets.
final class PagedServer: Sendable {
    struct State: Sendable {
        var ids: [Int]
        /// What page requests fail with, by the page's number; used up by being met.
        var faults: [Int: RequestError.Code] = [:]
        /// Statuses instead of an answer, for every request.
        var status: Int?
        var isOffline = false
        /// The paths and queries that were asked for.
        var requests: [String] = []
        /// Is called before a page is answered, with its number.
        var beforePage: (@Sendable (Int, inout State) -> Void)?
    }

    let state: Mutex<State>

    init(_ ids: [Int]) { state = Mutex(State(ids: ids)) }

    var requests: [String] { state.withLock { $0.requests } }

    func change(_ edit: @Sendable (inout State) -> Void) { state.withLock { edit(&$0) } }

    /// The transport to reach it by.
    var transport: StubTransport {
        StubTransport { request throws(RequestError) in
            try self.state.withLock { state throws(RequestError) in try Self.answer(request, &state)
            }
        }
    }

    private static func answer(
        _ request: HTTPRequest, _ state: inout State
    ) throws(RequestError) -> HTTPResponse {
        state.requests.append(request.url.path + (request.url.query.map { "?\($0)" } ?? ""))
        if state.isOffline { throw RequestError(.unreachable, request: request) }
        if let status = state.status { return HTTPResponse(status: status, text: "{}") }
        let query = SampleQuery(request.url.query)
        if request.url.path == "/people" {
            let page = Int(query["page"] ?? "") ?? 1
            if let code = state.faults.removeValue(forKey: page) {
                if code == .badStatus { return HTTPResponse(status: 400, text: "{}") }
                throw RequestError(code, request: request)
            }
            let hook = state.beforePage
            hook?(page, &state)
            let size = Int(query["size"] ?? "") ?? 10
            let items = state.ids.dropFirst((page - 1) * size).prefix(size).map(Self.json)
            return HTTPResponse(
                status: 200,
                text: "{\"people\":[\(items.joined(separator: ","))],\"total\":\(state.ids.count)}")
        }
        let id = request.url.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
        guard state.ids.contains(id) else {
            return HTTPResponse(status: 404, text: #"{"error":"no such person"}"#)
        }
        return HTTPResponse(status: 200, text: json(id))
    }

    private static func json(_ id: Int) -> String { "{\"id\":\(id),\"login\":\"user\(id)\"}" }

    /// The profile of such a server.
    static let profile = #"""
        {"name":"paged","title":"t","verified":true,"baseURL":"https://paged.example",
         "envelope":{"message":"error"},
         "list":{"path":"/people","items":"people","total":{"path":"total"},
                 "paging":{"kind":"page","sizeParameter":"size","size":10,"sizeLimit":10}},
         "detail":{"path":"/people/{id}"},"fields":{"id":"id","username":"login"},"ids":"number"}
        """#
}
