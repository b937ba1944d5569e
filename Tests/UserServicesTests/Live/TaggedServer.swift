import FoundationEssentials
import SluiceHTTP
import Synchronization

@testable import UserServices

/// A server with entity tags, in the manner of Kinto: one tag for the whole list, `Next-Page` and the
/// total in header fields that a 304 lacks, changes since a time.
final class TaggedServer: Sendable {
    struct Person: Sendable {
        var name: String
        var changedAt: Int
    }

    struct State: Sendable {
        var people: [Int: Person]
        var removed: [Int: Int] = [:]
        /// Grows with each change.
        var version: Int
        /// What was answered: `GET /people?_token=p2 304 0`.
        var answers: [String] = []
        /// An answer in place of all others.
        var fixed: HTTPResponse?
    }

    static let token = "planted-token-9c1d"
    private let state: Mutex<State>

    init(_ count: Int) {
        let people = (1...count).map { ($0, Person(name: "user\($0)", changedAt: 1_000 + $0)) }
        state = Mutex(
            State(
                people: Dictionary(people) { first, _ in first }, version: 1_000 + count))
    }

    /// What was answered since this was last asked, and how many bytes of body that took.
    func takeAnswers() -> [String] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    func change(_ edit: @Sendable (inout State) -> Void) { state.withLock { edit(&$0) } }

    func person(_ id: Int) -> Person? { state.withLock { $0.people[id] } }

    func rename(_ id: Int, _ name: String) {
        change { state in
            state.version += 1
            state.people[id] = Person(name: name, changedAt: state.version)
        }
    }

    func remove(_ id: Int) {
        change { state in
            state.version += 1
            state.people[id] = nil
            state.removed[id] = state.version
        }
    }

    /// The transport to reach it by.
    var transport: StubTransport {
        StubTransport { request in
            self.state.withLock { state in
                let response = Self.answer(request, state)
                let query = request.url.query.map { "?\($0)" } ?? ""
                state.answers.append(
                    "\(request.method.rawValue) \(request.url.path)\(query) "
                        + "\(response.status) \(response.body.count)")
                return response
            }
        }
    }

    private static func answer(_ request: HTTPRequest, _ state: State) -> HTTPResponse {
        if request.url.path == "/login" {
            return HTTPResponse(status: 200, text: #"{"token":"\#(token)"}"#)
        }
        if let fixed = state.fixed { return fixed }
        let query = SampleQuery(request.url.query)
        if request.url.path == "/people" {
            let tag = "\"\(state.version)\""
            if request.headers["If-None-Match"] == tag {
                return HTTPResponse(status: 304, headers: ["ETag": tag])
            }
            var headers: HTTPHeaders = [
                "ETag": tag, "Total": "\(state.people.count)",
                "Cache-Control": "no-cache, no-store",
            ]
            if request.method == .head { return HTTPResponse(status: 200, headers: headers) }
            let since = Int(query["since"] ?? "") ?? 0
            let like = query["like"].map { String($0) }
            let found = state.people.filter { person in
                person.value.changedAt > since && (like.map(person.value.name.contains) ?? true)
            }.sorted { $0.key < $1.key }
            let page = Int(query["_token"]?.dropFirst() ?? "") ?? 1
            let size = Int(query["size"] ?? "") ?? 4
            if page * size < found.count {
                headers["Next-Page"] =
                    "https://tagged.example/people?size=\(size)&_token=p\(page + 1)"
            }
            var items = found.dropFirst((page - 1) * size).prefix(size)
                .map { json($0.key, $0.value) }
            if since > 0 {
                items += state.removed.filter { $0.value > since }.map {
                    "{\"id\":\($0.key),\"deleted\":true,\"at\":\($0.value)}"
                }
            }
            return HTTPResponse(
                status: 200, headers: headers, text: "{\"data\":[\(items.joined(separator: ","))]}")
        }
        let id = request.url.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
        guard let person = state.people[id] else { return HTTPResponse(status: 404, text: "{}") }
        let tag = "\"p\(person.changedAt)\""
        if request.headers["If-None-Match"] == tag { return HTTPResponse(status: 304) }
        return HTTPResponse(status: 200, headers: ["ETag": tag], text: json(id, person))
    }

    private static func json(_ id: Int, _ person: Person) -> String {
        #"{"id":\#(id),"login":"\#(person.name)","at":\#(person.changedAt),"secret":"hash-of-it"}"#
    }

    /// The profile of such a server.
    static let profile = #"""
        {"name":"tagged","title":"t","verified":true,"baseURL":"https://tagged.example",
         "auth":{"scheme":"token","guest":"guest","login":{"path":"/login","token":"token",
                 "body":{"name":"{name}","password":"{password}"}}},
         "list":{"path":"/people","items":"data","total":{"headRequest":"Total"},
                 "paging":{"kind":"nextHeader","header":"Next-Page","sizeParameter":"size",
                           "size":4,"sizeLimit":4}},
         "detail":{"path":"/people/{id}"},
         "search":[{"path":"/people","query":{"like":"{text}"},"items":"data"}],
         "fields":{"id":"id","username":"login","updatedAt":"at"},
         "dates":"milliseconds","ids":"number","etags":true,
         "delta":{"parameter":"since","tombstone":{"path":"deleted"},"etagOfAll":true}}
        """#
}
