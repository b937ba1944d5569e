import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// What the server's searches find, in which order, and how many of them.
@Suite struct `Search` {
    private static let profile = #"""
        {"name":"t","baseURL":"https://a.example",
         "fields":{"id":"id","username":"login","email":"mail","displayName":"name"},
         "list":{"path":"/u","paging":{"kind":"page","sizeParameter":"size","size":4,"sizeLimit":4}},
         "search":[{"path":"/names","query":{"q":"{text}"},"limitParameter":"most"},
                   {"path":"/mails","query":{"q":"{text}"},"limitParameter":"most"}]}
        """#

    /// The names that begin with a text, and the addresses that do, as a server has them.
    private let exchanges = Exchanges { asked in
        let names = ["anabel", "anatol", "ana", "anand", "anais"].map {
            #"{"id":"n-\#($0)","login":"\#($0)"}"#
        }
        let mails = [
            #"{"id":"m-1","mail":"anabel@a.example"}"#, #"{"id":"n-ana","login":"ana"}"#,
            #"{"id":"m-2","mail":"Ana"}"#, #"{"id":"Ana","name":"X"}"#,
        ]
        let all = asked.line.contains("/names") ? names : mails
        let most = asked.query["most"].flatMap { Int($0) } ?? 0
        return .json("[\(all.prefix(most).joined(separator: ","))]")
    }

    private func search(_ text: String, limit: Int) async throws -> Answer<[User]> {
        let world = World(server: exchanges.transport)
        return try await world.own("t", Self.profile)
            .search(SearchQuery(text, limit: limit), .fresh).value()
    }

    @Test func `who is called just so comes first, then the searches' order, each person once`()
        async throws
    {
        let found = try await search("ANA", limit: 20).value.map(\.id.rawValue)
        #expect(
            found == ["n-ana", "m-2", "Ana", "n-anabel", "n-anatol", "n-anand", "m-1"])
    }

    @Test func `an exact hit of a later search isn't crowded out by the limit`() async throws {
        let found = try await search("ana", limit: 3).value.map(\.id.rawValue)
        #expect(found == ["n-ana", "m-2", "n-anabel"])
    }

    @Test(arguments: [("zoe", true), ("zoe ANAT", false), ("ａｎａ", false)])
    func `people who have nothing to do with the text are said to`(text: String, isSaid: Bool)
        async throws
    {
        let found = try await search(text, limit: 20)
        #expect(found.value.count == 7)
        let notice =
            "Nothing that these people show has “\(text)” in it: the server searches in other fields, or doesn't heed the text"
        #expect(found.notices.contains(notice) == isSaid)
        #expect(found.notices.filter { $0.hasPrefix("Nothing") }.count == (isSaid ? 1 : 0))
    }

    @Test func `a server that gives fewer than were asked for is said to, and no other`()
        async throws
    {
        let notice = "This profile asks a search for at most 4 people, and there may be more"
        #expect(try await search("ana", limit: 20).notices == [notice])
        #expect(try await search("ana", limit: 3).notices == [])
        #expect(exchanges.lines.last == "GET /mails?q=ana&most=3")
    }
}
