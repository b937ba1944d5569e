import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `The paging of a profile` {
    private func pager(_ paging: String, size: Int? = nil) throws -> Pager {
        let text =
            #"{"name":"t","baseURL":"x:","list":{"path":"/","total":{"header":"T"},"paging":\#(paging)},"fields":{"id":"id"}}"#
        let profile = try Profile(json: Array(text.utf8), origin: "t")
        return Pager(profile.list, size: size)
    }

    @Test func `a page is never longer than the server allows`() throws {
        #expect(try pager(#"{"kind":"page","size":10,"sizeLimit":20}"#, size: 500).size == 20)
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
}
