import SluiceFlow
import SluiceHTTP
import Testing

/// P12: secrets are planted everywhere a request and an answer have room, and looked for everywhere.
struct SecretTests {
    private static let planted = [
        "url-user-1", "query-2", "bearer-3", "cookie-4", "own-header-5", "body-pass-6",
        "set-cookie-7", "answer-token-8", "answer-pass-9", "new-header-10",
    ]

    @Test(arguments: RequestError.Code.allCases)
    func `P12: no error of any code holds a secret, though the server repeats them all`(
        _ code: RequestError.Code
    ) throws {
        var headers: HTTPHeaders = ["Authorization": "Bearer bearer-3", "Cookie": "s=cookie-4"]
        headers.set("X-Tenant", to: "own-header-5", isSecret: true)
        let request = HTTPRequest(
            .post, try #require(HTTPURL("http://ana:url-user-1@a.test/x?token=query-2&page=1")),
            headers: headers, body: Array("pw=body-pass-6".utf8), secrets: ["body-pass-6"])
        let echo = Self.planted.prefix(6).joined(separator: " ") + " Bearer bearer-3"
        let response = HTTPResponse(
            status: 500,
            headers: [
                "Set-Cookie": "sid=set-cookie-7", "X-New-Thing": "new-header-10",
                "WWW-Authenticate": echo, "Server": "x",
            ],
            text: """
                {"message": "\(echo)", "access_token" : "answer-token-8",
                 "user": {"Password":"answer-pass-9\\" }", "name": "\(echo)"}}
                """)
        let error = RequestError(
            code, request: request, response: response, detail: echo, serverCode: echo,
            serverMessage: echo, path: echo)
        for text in everything(error) {
            for secret in Self.planted {
                #expect(!text.contains(secret), "\(secret) in \(text)")
            }
        }
        #expect(error.headers["Server"] == "x")
        #expect(error.url == "http://[redacted]@a.test/x?token=[redacted]&page=1")
    }

    /// Word boundaries would let these through: the letter or digit before it is of an escape.
    @Test(arguments: ["%22user%22", #"\u0022user\u0022"#, #"\nuser"#, "xuser", "user7", "user"])
    func `P12: a password that is a word is masked in whatever encoding it comes back`(
        echo: String
    ) throws {
        let request = HTTPRequest(
            .post, try #require(HTTPURL("http://a.test/login")), secrets: ["user"])
        let error = RequestError(
            .credentialsRefused, request: request, serverMessage: "no \(echo)")
        #expect(error.serverMessage?.contains("user") == false)
    }

    @Test(arguments: World.allCases)
    func `P12: an error of the pipeline keeps the credential and the password out`(
        _ world: World
    ) async throws {
        let answer = HTTPResponse(
            status: 500, text: #"{"message": "no planted-token-7f3a for pass-9d", "token": "t-77"}"#
        )
        let test = try world.client(answering: answer, headers: .withToken)
        let call = test.client.post("/login").json(["password": "pass-9d"])
            .login(secrets: ["pass-9d"])
        let error = await #expect(throws: RequestError.self) { try await call.object().value() }
        #expect(error?.serverMessage == "no [redacted] for [redacted]")
        for text in everything(try #require(error)) {
            for secret in ["planted-token-7f3a", "pass-9d", "t-77"] {
                #expect(!text.contains(secret), "\(secret) in \(text)")
            }
        }
    }

    @Test func `P12: a request and the name of a call print no secret`() throws {
        let client = APIClient(
            try #require(HTTPURL("http://u:url-user-1@a.test")), transport: StubTransport([]),
            headers: ["Authorization": "bearer-3"])
        let call = client.post("/login?apikey=query-2&page=1").json(["p": "body-pass-6"])
        #expect(call.label == "POST /login?apikey=[redacted]&page=1")
        let request = HTTPRequest(
            .post, try #require(HTTPURL("http://u:url-user-1@a.test/?token=query-2")),
            headers: client.headers, body: Array("body-pass-6".utf8), secrets: ["body-pass-6"])
        let texts = dumped(request) + ["\(request)", String(reflecting: request)]
        for text in texts {
            for secret in Self.planted { #expect(!text.contains(secret), "\(secret) in \(text)") }
        }
    }

    @Test func `P12: a password is known in each spelling that a server may repeat it in`() throws {
        // ana:pa"ss/7
        let request = HTTPRequest(
            .get, try #require(HTTPURL("http://a.test")),
            headers: ["Authorization": "Basic YW5hOnBhInNzLzc="])
        for echo in [#"pa"ss/7"#, #"pa\"ss/7"#, "pa%22ss%2F7", "YW5hOnBhInNzLzc="] {
            let error = RequestError(.badStatus, request: request, detail: "not \(echo)!")
            #expect(error.detail == "not [redacted]!")
        }
    }

    @Test func `a secret at the cap of a body is not shown by half`() throws {
        let request = HTTPRequest(
            .get, try #require(HTTPURL("http://a.test")), secrets: ["long-secret-at-the-cap"])
        let body = String(repeating: "x", count: 2040) + "long-secret-at-the-cap"
        let error = RequestError(
            .badStatus, request: request, response: HTTPResponse(status: 500, text: body))
        #expect(error.body?.contains("long-sec") == false)
        let open = String(repeating: "x", count: 2000) + #""token": "abcdef"#
        let cut = RequestError(
            .badStatus, request: request, response: HTTPResponse(status: 500, text: open))
        #expect(cut.body?.hasSuffix(#""token": "[redacted]"#) == true)
    }

    private func everything(_ error: RequestError) -> [String] {
        dumped(error) + [
            "\(error)", error.message, error.hint ?? "", error.body ?? "",
            error.serverMessage ?? "", error.headers.description,
            error.headers.fields.map(\.value).joined(),
        ]
    }

    private func dumped(_ value: Any) -> [String] {
        var text = ""
        dump(value, to: &text)
        return [text]
    }
}
