import Testing

@testable import SluiceHTTP

/// P9 as decisions: where a walk goes on, and where it must not.
struct PageWalkTests {
    private func walk(_ paging: Paging) throws -> PageWalk {
        let pager = Pager(paging)
        return PageWalk(
            pager, of: try #require(HTTPURL("https://a.example/v1/list")), from: pager.first)
    }

    @Test func `P9: a walk goes on where the page says, and ends at the last one`() throws {
        var walk = try walk(.next(header: "Next-Page"))
        let second = PageToken.url("/v1/list?page=2")
        #expect(
            walk.step(after: .page(0), PageFacts(count: 2, link: "/v1/list?page=2"))
                == .page(second))
        #expect(walk.step(after: second, PageFacts(count: 1)) == .end)
    }

    @Test func `P9: pages that lead in a circle are seen, however long it is`() throws {
        var walk = try walk(.cursor(at: "next"))
        #expect(walk.step(after: .page(0), PageFacts(count: 1, link: "a")) == .page(.cursor("a")))
        #expect(
            walk.step(after: .cursor("a"), PageFacts(count: 1, link: "b")) == .page(.cursor("b")))
        #expect(walk.step(after: .cursor("b"), PageFacts(count: 1, link: "a")) == .circle)
    }

    @Test(arguments: [
        ("https://b.example/v1/list?page=2", "https://b.example:443"),
        ("http://a.example/v1/list?page=2", "http://a.example:80"),
        ("https://a.example:8443/v1/list?page=2", "https://a.example:8443"),
        ("//b.example/v1/list", "https://b.example:443"),
    ])
    func `P9: a next page on another server is none`(link: String, origin: String) throws {
        var walk = try walk(.link)
        let step = walk.step(after: .page(0), PageFacts(count: 1, link: link))
        guard case .elsewhere(let found) = step else {
            Issue.record("\(step)")
            return
        }
        #expect("\(found)" == origin)
    }

    @Test(arguments: [
        "https://a.example:443/v1/list?page=2", "?page=2", "/v1/list?page=2", "list?page=2",
    ])
    func `P9: a next page on the same server is one, written in any way`(link: String) throws {
        var walk = try walk(.link)
        #expect(
            walk.step(after: .page(0), PageFacts(count: 1, link: link)) == .page(.url(link)))
        #expect(
            walk.pager.url(
                of: .url(link), in: try #require(HTTPURL("https://a.example/v1/list")))?.query
                == "page=2")
    }

    @Test func `P9: fields of a 304 go before those that were kept, which stand in for the others`()
    {
        let paging = Paging.next(header: "Next-Page").total(header: "Total")
        let kept = PageFacts(count: 3, total: 9, link: "/2")
        #expect(kept.updated(by: [:], paging) == kept)
        #expect(
            kept.updated(by: ["next-page": "/2b", "total": "8"], paging)
                == PageFacts(count: 3, total: 8, link: "/2b"))
        let link = Paging.link
        #expect(
            PageFacts(count: 3, link: "/2").updated(by: ["Link": "</1>; rel=prev"], link).link
                == nil)
    }
}
