import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `The paging of a profile` {
    private func pager(_ paging: String, size: Int? = nil) throws -> Pager {
        let text =
            #"{"name":"t","baseURL":"https://a.example","list":{"path":"/","total":{"header":"T"},"paging":\#(paging)},"fields":{"id":"id"}}"#
        let profile = try Profile(json: Array(text.utf8), origin: "t")
        return Pager(profile.list, size: size)
    }

    @Test func `a page is never longer than the server allows`() throws {
        #expect(
            try pager(
                #"{"kind":"page","size":10,"sizeParameter":"n","sizeLimit":20}"#, size: 500
            ).size == 20)
    }

    @Test(arguments: [
        (#"{"kind":"page","base":0,"parameter":"p","size":10}"#, "p=3"),
        (#"{"kind":"page","size":10,"sizeParameter":"n"}"#, "page=4&n=10"),
        (#"{"kind":"offset","size":10}"#, "offset=30"),
        (#"{"kind":"startIndex","size":10,"sizeParameter":"count"}"#, "startIndex=31&count=10"),
    ])
    func `is the library's`(paging: String, query: String) throws {
        let pager = try pager(paging)
        let token = try #require(pager.jump(to: 4))
        #expect(
            pager.parameters(for: token).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
                == query)
    }

    @Test func `names the fields that a 304 may lack`() throws {
        let next = try pager(#"{"kind":"nextHeader","header":"Next-Page"}"#)
        #expect(next.paging.headerNames == ["Next-Page", "T"])
    }

    @Test func `ranges have places for both ends, and their header a total`() throws {
        let pager = try pager(#"{"kind":"offset","size":10}"#)
        let values = pager.values(for: .offset(20))
        #expect(values["offset"] == "20" && values["endIndex"] == "29")
        func total(_ text: String) -> Int? {
            PageFacts(count: 1).updated(by: ["T": text], pager.paging).total
        }
        #expect(total("items 0-49/120") == 120)
        #expect(total("120") == 120)
        #expect(total("items 0-49/*") == nil)
    }

    /// Bitbucket says whether a page is the last, Twitter ends a list with a cursor of 0.
    @Test(arguments: [
        (#"{"kind":"offset","size":2,"last":"end"}"#, #""end":true"#, nil),
        (#"{"kind":"offset","size":2,"last":"end"}"#, #""end":false"#, PageToken.offset(2)),
        (#"{"kind":"cursor","path":"next"}"#, #""next":0"#, nil),
        (#"{"kind":"cursor","path":"next"}"#, #""next":false"#, nil),
        (#"{"kind":"cursor","path":"next"}"#, #""next":"0a""#, PageToken.cursor("0a")),
        (#"{"kind":"cursor","path":"next"}"#, #""next":2"#, PageToken.cursor("2")),
    ])
    func `the last page says so in its own way`(
        paging: String, says: String, next: PageToken?
    ) async throws {
        let text =
            #"{"name":"t","baseURL":"https://a.example","list":{"path":"/u","items":"r","paging":\#(paging)},"fields":{"id":"id"}}"#
        let exchanges = Exchanges { _ in .json(#"{"r":[{"id":1},{"id":2}],\#(says)}"#) }
        let api = try DirectoryAPI(
            try Profile(json: Array(text.utf8), origin: "t"), transport: exchanges.transport,
            clock: BriefClock(), now: { 0 })
        let pager = Pager(api.profile.list)
        #expect(try await api.page(pager.first, pager, as: nil).next == next)
    }
}
