import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing

/// P9 as an app sees it: a list as a sequence of pages, or all of it at once.
@Suite struct PagesTests {
    private struct Station: Codable, Sendable, Equatable, Identifiable {
        var id: Int
    }

    private func client(
        _ answer: @escaping @Sendable (HTTPRequest) throws(RequestError) -> HTTPResponse
    ) throws -> (client: APIClient, stub: StubTransport) {
        let stub = StubTransport { request throws(RequestError) in try answer(request) }
        let url = try #require(HTTPURL("https://a.example/v1"))
        return (APIClient(url, transport: stub, headers: ["X-Own": "1"]), stub)
    }

    private static func stations(_ ids: [Int], _ headers: HTTPHeaders = [:]) -> HTTPResponse {
        let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
        return HTTPResponse(status: 200, headers: headers, text: "{\"data\":[\(items)]}")
    }

    private func asked(_ stub: StubTransport) -> [String] {
        stub.requests.map { $0.url.path + ($0.url.query.map { "?\($0)" } ?? "") }
    }

    /// Three pages of two, each told by `Link`.
    private static func linked(_ request: HTTPRequest) -> HTTPResponse {
        switch request.url.query {
        case nil: stations([1, 2], ["Link": #"</v1/stations?page=2>; rel="next""#])
        case "page=2": stations([3, 4], ["Link": #"<?page=3>; rel="next", <?page=1>; rel="prev""#])
        default: stations([5])
        }
    }

    @Test func `P9: pages come one by one, each asked for when it is wanted`() async throws {
        let (client, stub) = try client(Self.linked)
        var ids: [[Int]] = []
        for try await page in client.get("/stations").pages(of: Station.self, by: .link) {
            ids.append(page.items.map(\.id))
            #expect(stub.requests.count == ids.count)
            #expect((page.next == nil) == (ids.count == 3))
        }
        #expect(ids == [[1, 2], [3, 4], [5]])
        #expect(asked(stub) == ["/v1/stations", "/v1/stations?page=2", "/v1/stations?page=3"])
        #expect(stub.requests.allSatisfy { $0.headers["X-Own"] == "1" })
    }

    @Test func `P9: all of a list is one call`() async throws {
        let (client, _) = try client(Self.linked)
        let pages = client.get("/stations").pages(of: Station.self, by: .link)
        #expect(try await pages.all().value().map(\.id) == [1, 2, 3, 4, 5])
        #expect(await pages.gathered().value().failure == nil)
    }

    /// chatgpt-web-adapter#101: a 429 on page N throws away the earlier pages.
    @Test func `P9: what came before a failure is kept, and the walk is resumed from there`()
        async throws
    {
        let isBusy = Mutex(true)
        let (client, stub) = try client { request in
            if request.url.query == "page=3", isBusy.withLock({ $0 }) {
                return HTTPResponse(status: 429, text: "slow down")
            }
            return Self.linked(request)
        }
        let call = client.get("/stations")
        let begun = await call.pages(of: Station.self, by: .link).gathered().value()
        #expect(begun.items.map(\.id) == [1, 2, 3, 4])
        #expect(begun.failure?.status == 429)
        let place = try #require(begun.next)
        isBusy.withLock { $0 = false }
        // The place survives a restart of the program as a text.
        let kept = try #require(PageToken(rawValue: place.rawValue))
        let rest = try await call.pages(of: Station.self, by: .link, from: kept).all().value()
        #expect(rest.map(\.id) == [5])
        #expect(stub.requests.count == 4)
        let error = await #expect(throws: RequestError.self) {
            isBusy.withLock { $0 = true }
            _ = try await call.pages(of: Station.self, by: .link).all().value()
        }
        #expect(error?.status == 429)
    }

    @Test func `P9: an iterator that failed asks for the same page again`() async throws {
        let faults = Mutex(1)
        let (client, stub) = try client { request throws(RequestError) in
            let fails = faults.withLock { faults in
                faults -= 1
                return faults == 0
            }
            if fails { throw RequestError(.unreachable, request: request) }
            return Self.linked(request)
        }
        faults.withLock { $0 = 2 }
        var pages = client.get("/stations").pages(of: Station.self, by: .link).makeAsyncIterator()
        #expect(try await pages.next()?.items.count == 2)
        let error = await #expect(throws: RequestError.self) { _ = try await pages.next() }
        #expect(error?.errorCode == .unreachable)
        #expect(try await pages.next()?.items.map(\.id) == [3, 4])
        #expect(asked(stub)[1] == asked(stub)[2])
    }

    @Test func `P9: who comes twice since pages shifted is given once, where elements have ids`()
        async throws
    {
        let answer = { @Sendable (request: HTTPRequest) -> HTTPResponse in
            switch request.url.query {
            case "page=1&n=2": Self.stations([1, 2])
            case "page=2&n=2": Self.stations([2, 3])
            default: Self.stations([])
            }
        }
        let (client, _) = try client(answer)
        let paging = Paging.numbered().sized(2, by: "n")
        let stations = try await client.get("/s").pages(of: Station.self, by: paging).all().value()
        #expect(stations.map(\.id) == [1, 2, 3])
        struct Anonymous: Decodable, Sendable { var id: Int }
        let all = try await client.get("/s").pages(of: Anonymous.self, by: paging).all().value()
        #expect(all.map(\.id) == [1, 2, 2, 3])
    }

    @Test(arguments: [
        (Paging.numbered(from: 0).sized(2, by: "n"), ["page=0&n=2", "page=1&n=2", "page=2&n=2"]),
        (.offset().sized(2, by: "n").total(at: "total"), ["offset=0&n=2", "offset=2&n=2"]),
        (.startIndex().sized(2, by: "n").endingShort(), ["startIndex=1&n=2", "startIndex=3&n=2"]),
        (.cursor(at: "meta.next"), [nil, "cursor=%2B1"]),
        (.cursor(header: "X-Next", parameter: "c"), [nil, "c=h1"]),
        (.lastID(), [nil, "after=2", "after=3"]),
        (.next(at: "meta.url"), [nil, "p=2"]),
        (.numbered().more(at: "more"), ["page=1", "page=2"]),
        (.numbered().pages(at: "pages"), ["page=1", "page=2"]),
        (.numbered().total(header: "X-Total").sized(2, by: "n"), ["page=1&n=2", "page=2&n=2"]),
    ])
    func `P9: each way to walk a list of three`(paging: Paging, queries: [String?]) async throws {
        let count = Mutex(0)
        let (client, stub) = try client { _ in
            let page = count.withLock { count in
                defer { count += 1 }
                return count
            }
            let isFirst = page == 0
            let items = isFirst ? #"{"id":1},{"id":2}"# : page == 1 ? #"{"id":3}"# : ""
            let meta = isFirst ? #"{"next":"+1","url":"/v1/s?p=2"}"# : #"{"next":""}"#
            return HTTPResponse(
                status: 200,
                headers: isFirst ? ["X-Next": "h1", "X-Total": "3"] : ["X-Total": "3"],
                text:
                    #"{"data":[\#(items)],"meta":\#(meta),"total":3,"pages":2,"more":\#(isFirst)}"#)
        }
        let stations = try await client.get("/s").pages(of: Station.self, by: paging).all().value()
        #expect(stations.map(\.id) == [1, 2, 3])
        #expect(stub.requests.map(\.url.query) == queries)
    }

    @Test(arguments: [
        ("https://evil.example/s?page=2", "its next page is on another server"),
        ("/v1/stations", "its pages lead in a circle"),
    ])
    func `P9: a walk that must not go on fails after the page that led there`(
        link: String, reason: String
    ) async throws {
        let asked = Log<String>()
        let (client, stub) = try client { request in
            // A walk that goes round ends all the same, and is seen.
            asked.add(request.url.text)
            if asked.elements.count > 4 { return Self.stations([9]) }
            let next = request.url.query == nil ? "?page=2" : link
            return Self.stations(
                [request.url.query == nil ? 1 : 2], ["Link": "<\(next)>; rel=next"])
        }
        let gathered = await client.get("/stations").pages(of: Station.self, by: .link)
            .gathered().value()
        #expect(gathered.items.map(\.id) == [1, 2])
        #expect(gathered.failure?.errorCode == .badAnswer)
        #expect(gathered.failure?.detail?.contains(reason) == true)
        #expect(gathered.next == nil)
        #expect(stub.requests.allSatisfy { $0.url.host == "a.example" })
    }

    @Test func `a path that can't be read is the error of the walk`() async throws {
        let (client, stub) = try client(Self.linked)
        let pages = client.get("/s").pages(of: Station.self, by: .cursor(at: "a[")).all()
        let error = await #expect(throws: RequestError.self) { _ = try await pages.value() }
        #expect(error?.errorCode == .setup)
        #expect(error?.detail?.contains("a[") == true)
        #expect(stub.requests.isEmpty)
    }
}
