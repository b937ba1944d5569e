import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `Sample directory` {
    private let directory = SampleDirectory(clock: ContinuousClock(), now: { 1_000 })

    private func send(
        _ url: String, _ method: HTTPMethod = .get, token: String? = nil, body: String? = nil
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method, try #require(HTTPURL(url)))
        if let token { request.headers.set("Authorization", to: "Bearer \(token)") }
        request.body = body.map { Array($0.utf8) }
        return try await directory.send(request)
    }

    /// What stands at a path of a body.
    private func text(_ response: HTTPResponse, _ path: String) throws -> String? {
        let path = try JSONPath(path)
        return try JSONDocument(response.body).withRoot { $0.value(at: path)?.text }
    }

    @Test func `has a thousand people, in pages, each with another name to log in with`()
        async throws
    {
        var ids: [String] = []
        var names: Set<String> = []
        for page in 1...5 {
            let response = try await send("sample:/v3/users?page=\(page)&per_page=200")
            #expect(response.status == 200)
            try JSONDocument(response.body).withRoot { root in
                for item in root["data"]?["items"]?.elements ?? root.elements {
                    ids.append(item["id"]?.text ?? "")
                    names.insert(item["username"]?.string ?? "")
                }
            }
        }
        #expect(ids == (1...1000).map(String.init))
        #expect(names.count == 1000)
        let beyond = try await send("sample:/v3/users?page=6&per_page=200")
        #expect(try text(beyond, "data.total") == "1000")
        #expect(try text(beyond, "data.items[0].id") == nil)
    }

    @Test func `says the same thing in every run`() async throws {
        let person = try await send("sample:/v3/user/7")
        let text = String(decoding: person.body, as: UTF8.self)
        #expect(text == snapshotOfSeven)
    }

    @Test(
        arguments: [
            ("SEAN%20O%27b", "22"), ("brien%20sean", "22"), ("sean.obr", "22"), ("%ED%95%99", nil),
            ("%EB%AF%BC%EC%A4%80", "12"), ("%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB", "14"),
            ("SEAN.OBRIEN%40example.test", "22"), ("sean.obrien%40ex", "22"),
            // The middle of a word, the domain of everyone's address, one word of two that isn't there.
            ("ean", nil), ("brie", "22"), ("rien", nil), ("example", nil), ("sean%20zz", nil),
            ("nobody-at-all", nil),
        ] as [(String, String?)])
    func `searches by what words begin with, without case and accents`(
        query: String, id: String?
    ) async throws {
        let found = try await send("sample:/v3/users?per_page=200&q=\(query)")
        #expect(found.status == 200)
        let ids = try JSONDocument(found.body).withRoot { root in
            root["data"]?["items"]?.elements.map { $0["id"]?.text ?? "" } ?? []
        }
        if let id { #expect(ids.contains(id)) } else { #expect(ids == []) }
    }

    @Test func `sorts without losing anyone between pages`() async throws {
        var ids: Set<String> = []
        for page in 1...5 {
            let response = try await send(
                "sample:/v3/users?sort=department&page=\(page)&per_page=200")
            try JSONDocument(response.body).withRoot { root in
                for item in root["data"]?["items"]?.elements ?? root.elements {
                    ids.insert(item["id"]?.text ?? "")
                }
            }
        }
        #expect(ids.count == 1000)
    }

    @Test(arguments: [
        ("sample:/v3/user/999999", 404), ("sample:/v3/user/07", 404),
        ("sample:/v3/user/a%2Fb", 404),
        ("sample:/v3/user/%2E%2E", 404), ("sample:/v3/nothing", 404), ("sample:/", 404),
        ("sample:/v3/users?page=0", 400), ("sample:/v3/users?per_page=201", 400),
        ("sample:/v3/users?sort=password", 400), ("sample:/v3/users?page=9223372036854775807", 200),
    ])
    func `answers a wrong request in the envelope`(url: String, status: Int) async throws {
        let response = try await send(url)
        #expect(response.status == status)
        #expect(try text(response, "code") == String(status))
        #expect(try text(response, "timestamp") == "1000")
    }

    @Test func `lets demo in, and nobody else`() async throws {
        let right = try await send(
            "sample:/v3/login", .post, body: #"{"username":"demo","password":"demo"}"#)
        let token = try #require(try text(right, "data.token"))
        let me = try await send("sample:/v3/me", token: token)
        #expect(try text(me, "data.account") == "demo")
        #expect(try text(me, "data.user.username") == "demo")
        let wrong = try await send(
            "sample:/v3/login", .post, body: #"{"username":"demo","password":"Demo"}"#)
        #expect(wrong.status == 401)
        #expect(try text(wrong, "message") == "The name or the password is wrong")
        #expect(try await send("sample:/v3/login", .post, body: "{").status == 400)
        #expect(try await send("sample:/v3/me", token: "another").status == 401)
        #expect(try text(try await send("sample:/v3/me"), "data.account") == "guest")
    }

    @Test func `does wrong as it is told`() async throws {
        #expect(try await send("sample:/v3/user/7?fault=expired").status == 666)
        let rejected = try await send("sample:/v3/user/7?fault=rejected")
        #expect(rejected.status == 200)
        #expect(try text(rejected, "code") == "500")
        #expect(try await send("sample:/v3/user/7?fault=status503").status == 503)
        let html = try await send("sample:/v3/user/7?fault=html")
        #expect(html.headers["Content-Type"] == "text/html; charset=utf-8")
        for (query, code) in [
            ("fault=offline", RequestError.Code.unreachable), ("fault=flood", .setup),
            ("latency=soon", .setup),
        ] {
            let error = await #expect(throws: RequestError.self) {
                try await send("sample:/v3/user/7?\(query)")
            }
            #expect(error?.errorCode == code)
        }
        // A login works all the same, so that an ended session can be answered with one.
        let login = try await send(
            "sample:/v3/login?fault=expired", .post, body: #"{"username":"demo","password":"demo"}"#
        )
        #expect(login.status == 200)
    }

    @Test func `P14: a latency beyond the request's time is a time-out, on the clock`() async throws
    {
        var request = HTTPRequest(.get, try #require(HTTPURL("sample:/v3/user/7?latency=600s")))
        request.limits = Limits(total: .zero)
        let error = await #expect(throws: RequestError.self) { try await directory.send(request) }
        #expect(error?.errorCode == .timedOut)
        request.url.query = "latency=0ms"
        #expect(try await directory.send(request).status == 200)
    }

    @Test func `waits for its latency on the clock, and ends with the task`() async throws {
        let task = Task { try await send("sample:/v3/user/7?latency=600s") }
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect(error?.errorCode == .cancelled)
    }
}

private let snapshotOfSeven =
    #"{"code":200,"message":"ok","timestamp":1000,"data":{"id":7,"username":"anders.abara","#
    + #""displayName":"Anders Abara","email":"anders.abara@example.test","phone":"+1 555 0107","#
    + #""title":"Manager","department":"営業部","isActive":true,"avatarURL":null,"#
    + #""updatedAt":"2026-05-14T05:10:53Z"}}"#
