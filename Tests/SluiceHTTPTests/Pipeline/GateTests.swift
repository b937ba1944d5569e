import SluiceFlow
import SluiceHTTP
import Testing

/// P1 and P2: which gate closes, and what its error keeps.
struct GateTests {
    // MARK: The session gate

    @Test(arguments: World.allCases, [401, 666])
    func `P1: a session status comes before the status, the envelope and the payload`(
        _ world: World, _ status: Int
    ) async throws {
        // This answer would be stopped by each later gate too.
        let answer = HTTPResponse(
            status: status, text: #"{"code": 500, "message": "token too old", "data": null}"#)
        let error = await failure(try world.client(answering: answer, headers: .withToken))
        #expect(error?.errorCode == .sessionExpired)
        #expect(error?.status == status)
        #expect(error?.serverMessage == "token too old")
        #expect(error?.serverCode == "500")
        #expect(error?.kind == .unauthorized)
    }

    @Test(arguments: World.allCases)
    func `P1: without a credential the same status means not logged in`(
        _ world: World
    ) async throws {
        let test = try world.client(answering: HTTPResponse(status: 401, text: "{}"))
        #expect(await failure(test)?.errorCode == .notLoggedIn)
    }

    @Test(arguments: World.allCases)
    func `P1: a credential that no header shows is one all the same`(_ world: World) async throws {
        let test = try world.client(answering: HTTPResponse(status: 401, text: "{}"))
        let call = test.client.get("/me").query("key", "t0ken-1")
        let known = call.hiding(["t0ken-1"], isInQueryOrBody: true)
        let error = await #expect(throws: RequestError.self) { try await known.object().value() }
        #expect(error?.errorCode == .sessionExpired)
    }

    @Test(arguments: World.allCases)
    func `P1: in answer to a login it means that the credentials are refused`(
        _ world: World
    ) async throws {
        let answer = HTTPResponse(status: 401, text: #"{"message": "no such user"}"#)
        let test = try world.client(answering: answer, headers: .withToken)
        let call = test.client.post("/login").json(["name": "ana"]).login(secrets: ["pass-9d"])
        let error = await #expect(throws: RequestError.self) {
            let _: Person = try await call.object().value()
        }
        #expect(error?.errorCode == .credentialsRefused)
        #expect(error?.serverMessage == "no such user")
    }

    @Test func `P1: a code in the body of a 200 ends a session too`() async throws {
        var rules = APIRules.standard
        rules.sessionCodes = ["token_expired", "10401"]
        for code in [#""token_expired""#, "10401"] {
            let answer = HTTPResponse(status: 200, text: #"{"code": \#(code)}"#)
            let test = try World.stub.client(
                answering: answer, rules: rules, headers: .withToken)
            #expect(await failure(test)?.errorCode == .sessionExpired)
        }
    }

    @Test func `P1: a profile's own session statuses replace the usual ones`() async throws {
        var rules = APIRules.standard
        rules.sessionStatuses = [419]
        let old = try World.stub.client(answering: HTTPResponse(status: 419), rules: rules)
        #expect(await failure(old)?.errorCode == .notLoggedIn)
        let other = try World.stub.client(answering: HTTPResponse(status: 401), rules: rules)
        #expect(await failure(other)?.errorCode == .badStatus)
    }

    // MARK: The status gate

    /// Alamofire#1431, #3224, APIKit#15: the server's words are lost with the body.
    @Test(arguments: World.allCases)
    func `P1: a bad status keeps the server's code and message, its fields and its body`(
        _ world: World
    ) async throws {
        let text = #"{"code": "E7", "message": "quota used up", "data": {"status": 401}}"#
        let answer = HTTPResponse(
            status: 403, headers: ["Content-Type": "application/json", "X-Request-Id": "r-1"],
            text: text)
        let error = await failure(try world.client(answering: answer))
        #expect(error?.errorCode == .badStatus)
        #expect(error?.status == 403)
        #expect(error?.serverCode == "E7")
        #expect(error?.serverMessage == "quota used up")
        #expect(error?.headers["x-request-id"] == "r-1")
        #expect(error?.body == text)
        #expect(error?.message.contains("“quota used up” (code E7)") == true)
    }

    /// Mattermost: a 429 is plain text.
    @Test(arguments: World.allCases)
    func `a plain text with a bad status is quoted, and its wait is told`(
        _ world: World
    ) async throws {
        let answer = HTTPResponse(
            status: 429, headers: ["Content-Type": "text/plain", "Retry-After": "7"],
            text: "limit exceeded\nand more")
        let error = await failure(try world.client(answering: answer))
        #expect(error?.errorCode == .badStatus)
        #expect(error?.serverMessage == "limit exceeded")
        #expect(error?.retryAfter == 7)
        #expect(error?.hint == "The server asks to wait 7 s before another try.")
    }

    /// GitHub's secondary limit is a 403, which without it would read as a matter of permission.
    @Test(arguments: [
        (403, "60", "The server asks to wait 60 s before another try."),
        (503, "1", "The server asks to wait 1 s before another try."),
        (200, "60", "The server asks to wait 60 s before another try."),
        (
            403, "Sun, 06 Nov 1994 08:49:37 GMT",
            "The server asks to wait until Sun, 06 Nov 1994 08:49:37 GMT."
        ),
        (403, "0", "The account is not permitted to do this."),
        (403, "soon", "The account is not permitted to do this."),
    ])
    func `an answer that failed says how long the server asks to wait`(
        status: Int, after: String, hint: String
    ) async throws {
        let answer = HTTPResponse(
            status: status, headers: ["Retry-After": after], text: #"{"code": 500}"#)
        #expect(await failure(try World.stub.client(answering: answer))?.hint == hint)
    }

    @Test func `a proxy that wants a login says where that is given`() async throws {
        let client = try World.stub.client(answering: HTTPResponse(status: 407))
        #expect(await failure(client)?.hint == "Give a name and a password in the proxy's URL.")
    }

    @Test(arguments: World.allCases)
    func `a page of a proxy is a bad status first, and no JSON only at a good one`(
        _ world: World
    ) async throws {
        let headers: HTTPHeaders = ["Content-Type": "text/html; charset=utf-8"]
        let page = "<!DOCTYPE html><title>Bad gateway</title>"
        let bad = HTTPResponse(status: 502, headers: headers, text: page)
        #expect(await failure(try world.client(answering: bad))?.errorCode == .badStatus)
        let good = HTTPResponse(status: 200, headers: headers, text: page)
        let error = await failure(try world.client(answering: good))
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.detail == "an HTML page instead of JSON")
        #expect(error?.offset == 0)
        #expect(error?.body == page)
    }

    // MARK: The envelope gate

    @Test(arguments: World.allCases)
    func `P1: a good status with a bad code is a rejection, whatever its data is`(
        _ world: World
    ) async throws {
        let answer = HTTPResponse(
            status: 200, text: #"{"code": 500, "message": "no", "data": {"id": "7"}}"#)
        let error = await failure(try world.client(answering: answer))
        #expect(error?.errorCode == .rejected)
        #expect(error?.serverCode == "500")
        #expect(error?.serverMessage == "no")
        #expect(error?.status == 200)
    }

    @Test(arguments: ["200", #""200""#, "true", #""ok""#, "0"])
    func `P2: a code may be an int, a string or a bool`(_ code: String) async throws {
        let answer = HTTPResponse(status: 200, text: #"{"code": \#(code), "data": {"id": "7"}}"#)
        #expect(try await person(try World.stub.client(answering: answer)).id == "7")
    }

    @Test(arguments: ["1", #""error""#, "false", "null", "{}"])
    func `P2: any other code is a rejection`(_ code: String) async throws {
        let answer = HTTPResponse(status: 200, text: #"{"code": \#(code), "data": {"id": "7"}}"#)
        #expect(await failure(try World.stub.client(answering: answer))?.errorCode == .rejected)
    }

    /// retrofit#786, #1497: decoded as a user with empty fields.
    @Test func `an error in the body of a 200 is never read as a value`() async throws {
        struct Loose: Decodable, Sendable { var id: String? }
        let answer = HTTPResponse(status: 200, text: #"{"error": true, "message": "no"}"#)
        let test = try World.stub.client(answering: answer)
        let error = await #expect(throws: RequestError.self) {
            let _: Loose = try await test.client.get("/user").object().value()
        }
        #expect(error?.errorCode == .rejected)
        #expect(error?.serverMessage == "no")
    }

    /// WordPress: the code is a string, and data is present on failure.
    @Test func `data that is present is no success by itself`() async throws {
        let answer = HTTPResponse(
            status: 200, text: #"{"code": "rest_no", "message": "no", "data": {"id": "1"}}"#)
        let error = await failure(try World.stub.client(answering: answer))
        #expect(error?.errorCode == .rejected)
        #expect(error?.serverCode == "rest_no")
    }

    // MARK: The bytes

    @Test func `a body above the limit is refused, whoever carried it`() async throws {
        var test = try World.stub.client(
            answering: HTTPResponse(status: 200, body: [UInt8](repeating: 0x31, count: 101)))
        test.client.limits.bodyBytes = 100
        let error = await failure(test)
        #expect(error?.errorCode == .tooLarge)
        #expect(error?.detail == "101 bytes, and 100 are allowed")
    }

    @Test(arguments: World.allCases)
    func `P3: a syntax error has its place in bytes`(_ world: World) async throws {
        let answer = HTTPResponse(status: 200, text: #"{"data": {"id": "é", }}"#)
        let error = await failure(try world.client(answering: answer))
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.offset == 22)
        #expect(error?.message.contains("not JSON") == true)
    }

    private func person(_ test: TestClient) async throws -> Person {
        try await test.client.get("/user/7").object().value()
    }

    private func failure(_ test: TestClient) async -> RequestError? {
        await #expect(throws: RequestError.self) { _ = try await person(test) }
    }
}
