import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `Paging` {
    private func pager(_ paging: String, size: Int? = nil) throws -> Pager {
        let text =
            #"{"name":"t","baseURL":"x:","list":{"path":"/","paging":\#(paging)},"fields":{"id":"id"}}"#
        let profile = try Profile(json: Array(text.utf8), origin: "t")
        return Pager(profile.list.paging, size: size)
    }

    /// Walks a list of `total` elements, and gives the parameters of each request.
    private func walk(_ pager: Pager, total: Int, told: Bool = true) -> [String] {
        var requests: [String] = []
        var token: PageToken? = pager.first
        var before = 0
        while let current = token, requests.count < 20 {
            requests.append(
                pager.parameters(for: current).map { "\($0.name)=\($0.value)" }.joined(
                    separator: "&"))
            let count = min(pager.size, total - before)
            before += count
            token = pager.next(
                after: current, Pager.Seen(count: count, total: told ? total : nil))
        }
        return requests
    }

    @Test func `P9: pages count from 0 or from 1`() throws {
        let one = try pager(#"{"kind":"page","size":10,"sizeParameter":"n"}"#)
        #expect(walk(one, total: 25) == ["page=1&n=10", "page=2&n=10", "page=3&n=10"])
        let zero = try pager(#"{"kind":"page","base":0,"parameter":"p","size":10}"#)
        #expect(walk(zero, total: 25) == ["p=0", "p=1", "p=2"])
    }

    @Test func `P9: offsets and start indexes`() throws {
        let offset = try pager(#"{"kind":"offset","size":10}"#)
        #expect(walk(offset, total: 25) == ["offset=0", "offset=10", "offset=20"])
        let start = try pager(#"{"kind":"startIndex","size":10,"sizeParameter":"count"}"#)
        #expect(
            walk(start, total: 20) == ["startIndex=1&count=10", "startIndex=11&count=10"])
    }

    @Test func `a total ends the list at its last element, and its absence at an empty page`()
        throws
    {
        let pager = try pager(#"{"kind":"page","size":10}"#)
        #expect(walk(pager, total: 20).count == 2)
        #expect(walk(pager, total: 20, told: false).count == 3)
        #expect(walk(pager, total: 25, told: false).count == 4)
        #expect(walk(pager, total: 0).count == 1)
    }

    @Test func `a short page is the last one where the profile says so`() throws {
        let short = try self.pager(#"{"kind":"page","size":10,"stop":"short"}"#)
        #expect(walk(short, total: 25, told: false).count == 3)
        #expect(walk(short, total: 20, told: false).count == 3)
    }

    @Test func `a server that gives fewer than were asked for loses nobody`() throws {
        // 25 people; 10 are asked for, and never more than 7 come.
        for told in [true, false] {
            for paging in [#"{"kind":"page","size":10}"#, #"{"kind":"offset","size":10}"#] {
                let pager = try pager(paging)
                var token: PageToken? = pager.first
                var seen = 0
                var requests = 0
                while let current = token, requests < 20 {
                    let count = min(7, 25 - seen)
                    seen += count
                    requests += 1
                    token = pager.next(
                        after: current, Pager.Seen(count: count, total: told ? 25 : nil))
                }
                #expect(seen == 25 && requests == (told ? 4 : 5))
            }
        }
    }

    @Test func `P9: what an answer says outright goes before all reckoning`() throws {
        let more = try pager(#"{"kind":"page","size":10,"more":"has_more"}"#)
        #expect(more.next(after: .page(0), .init(count: 3, more: true)) == .page(1, after: 3))
        #expect(more.next(after: .page(0), .init(count: 10, total: 50, more: false)) == nil)
        let pages = try pager(#"{"kind":"page","size":10,"pages":"total_pages"}"#)
        #expect(pages.next(after: .page(0), .init(count: 6, pages: 2)) == .page(1, after: 6))
        #expect(pages.next(after: .page(1), .init(count: 6, pages: 2)) == nil)
    }

    @Test func `P9: the last id leads on, until a page has nobody`() throws {
        let pager = try pager(#"{"kind":"lastId","parameter":"since","size":2}"#)
        #expect(pager.parameters(for: pager.first).isEmpty)
        let next = try #require(pager.next(after: pager.first, .init(count: 2, link: "7")))
        #expect(pager.parameters(for: next).map { "\($0.name)=\($0.value)" } == ["since=7"])
        #expect(pager.next(after: next, .init(count: 1, link: "9")) == .cursor("9"))
        #expect(pager.next(after: .cursor("9"), .init(count: 0)) == nil)
        #expect(pager.jump(to: 2) == nil)
    }

    @Test(arguments: [
        (
            #"<https://x.example/u?page=2>; rel="next", <https://x.example/u?page=9>; rel="last""#,
            true
        ),
        (#"<https://x.example/u?page=1>; rel="prev", <https://x.example/u?page=2>;rel=next"#, true),
        (#"<https://x.example/u?page=2>; title="a, b; c"; REL="last Next""#, true),
        (#"<https://x.example/u?a,b>; rel="first""#, false), ("", false), ("nonsense", false),
        (#"<https://x.example/u?page=2>; title="rel=next""#, false),
    ])
    func `P9: the header Link gives the relation next (RFC 8288)`(header: String, hasNext: Bool) {
        #expect(
            LinkHeader.next(header) == (hasNext ? "https://x.example/u?page=2" : nil))
    }

    @Test func `a total that is less than what was seen is not believed`() throws {
        let pager = try pager(#"{"kind":"page","size":10}"#)
        #expect(pager.next(after: .page(1), .init(count: 10, total: 0)) == .page(2, after: 20))
        #expect(
            pager.next(after: .page(1), .init(count: 9, total: -1)) == .page(2, after: 19))
        #expect(pager.next(after: .page(1), .init(count: 10, total: 20)) == nil)
    }

    @Test func `an empty page or a link to itself ends the list`() throws {
        let link = try pager(#"{"kind":"nextHeader","header":"Next-Page"}"#)
        let next = link.next(after: .page(0), .init(count: 5, link: "/p?2"))
        #expect(next == .url("/p?2"))
        #expect(link.next(after: .url("/p?2"), .init(count: 5, link: "/p?2")) == nil)
        #expect(link.next(after: .page(0), .init(count: 0, link: "/p?2")) == nil)
        #expect(link.next(after: .page(0), .init(count: 5)) == nil)
    }

    @Test func `a page that can't be jumped to is walked to`() throws {
        #expect(try pager(#"{"kind":"page","size":10}"#).jump(to: 7) == .page(6))
        #expect(try pager(#"{"kind":"offset","size":10}"#).jump(to: 7) == .offset(60))
        #expect(try pager(#"{"kind":"cursor","path":"c"}"#).jump(to: 7) == nil)
        #expect(try pager(#"{"kind":"offset","size":10}"#).jump(to: .max) == nil)
    }

    @Test func `a page is never longer than the server allows`() throws {
        #expect(try pager(#"{"kind":"page","size":10,"sizeLimit":20}"#, size: 500).size == 20)
    }

    @Test(arguments: [
        PageToken.page(3), .page(3, after: 21), .offset(120), .cursor("a b c"),
        .url("https://x.example/p?a=b c"),
    ])
    func `S6: a place in a list survives being written down`(token: PageToken) {
        #expect(PageToken(rawValue: token.rawValue) == token)
    }

    @Test(arguments: ["", "page", "page x", "url", "nonsense 5"])
    func `what is no place isn't taken for one`(text: String) {
        #expect(PageToken(rawValue: text) == nil)
    }
}

@Suite struct `Server identity` {
    @Test(arguments: [
        ("sample:?fault=offline", "sample:"), ("http://h.example:80/v1/", "http://h.example/v1"),
        ("HTTP://u:p@H.example/v1?x=1", "http://h.example/v1"),
        ("https://h.example:80", "https://h.example:80"),
    ])
    func `is the same whatever doesn't lead elsewhere, and holds no secret`(
        url: String, name: String
    )
        throws
    {
        let identity = ServerIdentity(try #require(HTTPURL(url)), variables: [:])
        #expect(identity.server == name && identity.directory == name)
    }

    @Test func `another collection is another directory on the same server`() throws {
        let url = try #require(HTTPURL("http://h.example/v1"))
        let one = ServerIdentity(url, variables: ["b": "x", "a": "1&2"])
        #expect(one.directory == "http://h.example/v1?a=1%262&b=x")
        #expect(one.server == "http://h.example/v1")
    }
}

extension `Paging` {
    @Test func `ranges have places for both ends, and their header a total`() throws {
        let pager = try self.pager(#"{"kind":"offset","size":10}"#)
        let values = pager.values(for: .offset(20))
        #expect(values["offset"] == "20" && values["endIndex"] == "29")
        #expect(ListEndpoint.Total.number("items 0-49/120") == 120)
        #expect(ListEndpoint.Total.number("120") == 120)
        #expect(ListEndpoint.Total.number("items 0-49/*") == nil)
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
        let pager = Pager(api.profile.list.paging)
        #expect(try await api.page(pager.first, pager, as: nil).next == next)
    }
}
