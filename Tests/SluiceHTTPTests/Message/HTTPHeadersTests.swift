import SluiceHTTP
import Testing

struct HTTPHeadersTests {
    @Test func `a name is found in any case, and order is kept`() {
        var headers: HTTPHeaders = ["A": "1", "b": "2"]
        headers.add("a", "3")
        #expect(headers["A"] == "1")
        #expect(headers.values(for: "a") == ["1", "3"])
        headers.set("a", to: "4")
        #expect(headers.fields.map(\.name) == ["b", "a"])
        headers["B"] = nil
        #expect(headers.fields.map(\.value) == ["4"])
    }

    @Test(arguments: [
        ("X-A", "v\r\nInjected: 1"), ("X-A", "v\n"), ("X-A", "\0"), ("X-A", "\u{7F}"),
        ("X A", "v"), ("X:A", "v"), ("X\r\n", "v"), ("", "v"), ("Ä", "v"),
    ])
    func `a field that can't be written isn't kept, and its request isn't sent`(
        _ name: String, _ value: String
    ) async throws {
        let stub = StubTransport([.answer(HTTPResponse(status: 200))])
        var request = HTTPRequest(.get, try #require(HTTPURL("http://a.test")))
        request.headers.set(name, to: value)
        #expect(request.headers.fields.isEmpty)
        let sent = request
        let error = await #expect(throws: RequestError.self) { try await stub.send(sent) }
        #expect(error?.errorCode == .setup)
        let curl = await #expect(throws: RequestError.self) { try await CurlTransport().send(sent) }
        #expect(curl?.errorCode == .setup)
        #expect(stub.requests.isEmpty)
    }

    @Test func `tabs and characters beyond ASCII may stand in a value`() {
        let headers: HTTPHeaders = ["X": "a\tb é"]
        #expect(headers["x"] == "a\tb é")
    }

    @Test func `P12: a credential is known by its name or by what is said, and isn't printed`() {
        var headers: HTTPHeaders = [
            "Authorization": "s-1", "Cookie": "s-2", "X-Auth-Token": "s-3", "X-Api-Key": "s-4",
        ]
        headers.set("X-Tenant", to: "s-5", isSecret: true)
        headers.add("Accept", "text/plain")
        let printed =
            "\(headers) \(headers.fields) \(String(describing: Mirror(reflecting: headers)))"
        for number in 1...5 { #expect(!printed.contains("s-\(number)")) }
        #expect(printed.contains("Accept: text/plain"))
        #expect(headers.holdsCredential)
    }

    @Test func `Retry-After is read in both forms, and against the answer's own date`() {
        func seconds(_ fields: HTTPHeaders) -> Int? {
            HTTPResponse(status: 503, headers: fields).retryAfter
        }
        #expect(seconds(["Retry-After": "120"]) == 120)
        #expect(seconds(["Retry-After": "-1"]) == 0)
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(seconds(["Retry-After": "Sun, 06 Nov 1994 08:51:07 GMT", "Date": date]) == 90)
        #expect(
            seconds([
                "Retry-After": "Thu, 29 Feb 1996 00:00:00 GMT",
                "Date": "Wed, 28 Feb 1996 23:59:59 GMT",
            ]) == 1)
        #expect(seconds(["Retry-After": date, "Date": "Mon, 07 Nov 1994 08:49:37 GMT"]) == 0)
        #expect(seconds(["Retry-After": date]) == nil)
        #expect(seconds(["Retry-After": "soon", "Date": date]) == nil)
        #expect(seconds([:]) == nil)
    }
}
