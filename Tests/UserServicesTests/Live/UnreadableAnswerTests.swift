import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// P3, P10, C10: an answer that can't be read says what failed, where, and what to do next.
@Suite struct UnreadableAnswerTests {
    private static let profile = #"""
        {"name":"odd","title":"t","verified":true,"baseURL":"http://odd.example",
         "envelope":{"message":"error"},
         "list":{"path":"/people","items":"people","total":{"path":"total"},
                 "paging":{"kind":"page","size":10}},
         "detail":{"path":"/people/{id}","item":"person"},
         "search":{"path":"/search?q={text}","items":"people"},
         "fields":{"id":"id","username":"login"}}
        """#

    /// What a server answers, and what is said of it.
    private static let answers: [(body: String, type: String, said: String)] = [
        ("", "application/json", "the body is empty"),
        ("<html><p>Log in</p></html>", "text/html", "an HTML page instead of JSON"),
        (#"{"people":[{"id":"1"},{"id"#, "application/json", "at byte 26"),
        ("{\"people\":[\u{1}]}", "application/json", "at byte 11"),
        ("[1,2]", "application/json", "expected object with "),
        ("null", "application/json", "found null"),
        (#""hello""#, "application/json", "found string"),
        ("{}", "application/json", "missing"),
    ]

    private func service(_ transport: StubTransport) async throws -> (World, any UserService) {
        let world = World(server: transport)
        try SmallFile.replace(
            world.paths.profiles + "/odd.json", with: Array(Self.profile.utf8))
        return (world, try await world.service("odd"))
    }

    private func service(
        _ body: String, _ type: String = "application/json"
    ) async throws -> (World, any UserService) {
        try await service(
            StubTransport { _ throws(RequestError) in
                HTTPResponse(status: 200, headers: ["Content-Type": type], text: body)
            })
    }

    @Test(arguments: answers.indices)
    func `C10: what can't be read names the place, the reason and the next step`(
        number: Int
    ) async throws {
        let (body, type, said) = Self.answers[number]
        let (world, service) = try await service(body, type)
        for ask in [
            { _ = try await service.users(ListQuery(), .fresh).value() },
            { _ = try await service.user("1", .fresh).value() },
            { _ = try await service.search(SearchQuery("a"), .fresh).value() },
            { _ = try await service.sync(full: false).value() },
        ] {
            let error = try #require(await failure(ask))
            #expect(error.errorCode == .badAnswer, "\(error.message)")
            #expect(error.message.contains("GET http://odd.example/"), "\(error.message)")
            #expect(error.message.contains(said), "\(error.message)")
            #expect(error.hint != nil)
        }
        withExtendedLifetime(world) {}
    }

    @Test(arguments: [
        (#"{"people":{"id":"1"}}"#, "people: expected array, found object"),
        (#"{"people":"none"}"#, "people: expected array, found string"),
        (#"{"people":[1,2]}"#, "people[0]: expected object, found number"),
        (#"{"people":["a"]}"#, "people[0]: expected object, found string"),
    ])
    func `C10: people of another shape are told with what was expected`(
        body: String, said: String
    ) async throws {
        let (world, service) = try await service(body)
        let error = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.message.contains(said) == true, "\(error?.message ?? "")")
        #expect(error?.hint != nil)
        withExtendedLifetime(world) {}
    }

    private static let mixed = #"""
        {"total":"3","people":[{"id":"1","login":"a"},7,"x",null,[],{"login":"z"},
         {"id":"1","login":"b"},{"id":"3","login":{}},{"id":"4","login":{"x":1}},{"id":"1"}]}
        """#

    @Test func `P10: elements that are no people, and those that come twice, are reported each`()
        async throws
    {
        let (world, service) = try await service(
            StubTransport { request throws(RequestError) in
                let isFirst = request.url.query == "page=1"
                return HTTPResponse(
                    status: 200, text: isFirst ? Self.mixed : #"{"people":[]}"#)
            })
        let expected = [
            "1 people[1]: expected object, found number",
            "2 people[2]: expected object, found string",
            "3 people[3]: expected object, found null",
            "4 people[4]: expected object, found array",
            "5 people[5].id: missing; a user needs an id",
            "8 people[8].login: expected text, found object",
            "6 people[6]: an earlier element has the id 1 too",
            "9 people[9]: an earlier element has the id 1 too",
        ]
        let page = try await service.users(ListQuery(), .fresh).value().value
        #expect(page.total == 3)
        #expect(page.users.map(\.id) == ["1", "3"])
        #expect(page.skipped.map { "\($0.index) \($0.path): \($0.reason)" } == expected)
        let report = try await service.sync(full: true).value()
        #expect(report.skipped.map { "\($0.index) \($0.path): \($0.reason)" } == expected)
        withExtendedLifetime(world) {}
    }

    @Test func `P9: a server that gives one page whichever is asked for doesn't go on for ever`()
        async throws
    {
        let people = (1...10).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        let (world, service) = try await service(#"{"people":[\#(people)]}"#)
        let error = await failure { _ = try await service.sync(full: false).value() }
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.message == "The server's pages lead in a circle, after 10 people")
        #expect(error?.hint?.contains("paging") == true)
        withExtendedLifetime(world) {}
    }

    @Test func `P1c: the server's own words for someone who isn't there are kept`() async throws {
        let asked = Asked()
        let (world, service) = try await service(
            StubTransport { request throws(RequestError) in
                asked.add(request.url.path)
                if request.url.path == "/search" {
                    return HTTPResponse(status: 200, text: #"{"people":[]}"#)
                }
                return HTTPResponse(status: 404, text: #"{"error":"left in May"}"#)
            })
        let error = await failure { _ = try await service.user("9", .fresh).value() }
        #expect(error?.errorCode == .notFound)
        #expect(error?.message.hasPrefix("There is nobody called “9”: GET http://") == true)
        #expect(error?.message.hasSuffix("“left in May”") == true, "\(error?.message ?? "")")
        #expect(asked.all == ["/people/9", "/search"])
        withExtendedLifetime(world) {}
    }

    @Test func `a search that tells no name isn't asked for one`() async throws {
        let asked = Asked()
        let world = World(
            server: StubTransport { request throws(RequestError) in
                asked.add(request.url.path)
                return HTTPResponse(status: 404, text: "{}")
            })
        let profile = Self.profile.replacing(#""username":"login""#, with: #""email":"mail""#)
        try SmallFile.replace(world.paths.profiles + "/odd.json", with: Array(profile.utf8))
        let service = try await world.service("odd")
        _ = await failure { _ = try await service.user("9", .fresh).value() }
        #expect(asked.all == ["/people/9"])
        _ = await failure { _ = try await service.user("a@b.example", .fresh).value() }
        #expect(asked.all.last == "/search")
    }
}

/// The paths that a server was asked for.
private final class Asked: Sendable {
    private let paths = Mutex<[String]>([])
    var all: [String] { paths.withLock { $0 } }
    func add(_ path: String) { paths.withLock { $0.append(path) } }
}
