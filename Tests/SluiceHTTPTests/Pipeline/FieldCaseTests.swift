import SluiceFlow
import SluiceHTTP
import Testing

/// Faults that people reported of other programs, where no suite of a law has them already.
struct FieldCaseTests {
    /// WordPress REST: on failure the code is a text, and `data` is present.
    @Test(arguments: World.allCases, [200, 404])
    func `a code that is a text is a refusal, though data is present`(
        _ world: World, _ status: Int
    ) async throws {
        let error = try await failure(
            world,
            HTTPResponse(
                status: status,
                text:
                    #"{"code":"rest_user_invalid_id","message":"Invalid user ID.","data":{"status":404}}"#
            ))
        #expect(error.errorCode == (status == 200 ? .rejected : .badStatus))
        #expect(error.serverCode == "rest_user_invalid_id")
        #expect(error.serverMessage == "Invalid user ID.")
    }

    /// Mattermost: a 429 is plain text.
    @Test(arguments: World.allCases)
    func `a plain text has its status, its kind and its words, capped`(_ world: World) async throws
    {
        let long = "limit exceeded " + String(repeating: "x", count: 9_000)
        let error = try await failure(
            world,
            HTTPResponse(status: 429, headers: ["Content-Type": "text/plain"], text: long))
        #expect(error.errorCode == .badStatus)
        #expect(error.kind == .server)
        #expect(error.serverMessage?.hasPrefix("limit exceeded") == true)
        #expect(error.message.utf8.count < 600)
        #expect((error.body ?? "").utf8.count <= 2_048)
    }

    /// jsonplaceholder#182, drift-sdk-ios#107: an id is a number in one answer and a text in another.
    @Test(arguments: [
        ("7", "7"), (#""7""#, "7"), ("12345678901234567890", "12345678901234567890"),
        ("1.50", "1.50"), (#""007""#, "007"),
    ])
    func `an id is a number or a text, and keeps how it was written`(
        _ json: String, _ text: String
    ) async throws {
        let answer = HTTPResponse(status: 200, text: #"{"data": {"id": \#(json)}}"#)
        let test = try World.stub.client(answering: answer)
        let id = try await test.client.get("/").payload { payload throws(RequestError) in
            payload.value?["id"]?.text
        }.value()
        #expect(id == text)
    }

    /// netable#104, BetterCodable#11, #37: one bad element kills the list. soffes/JSON#9: skipping
    /// it silently is wrong too.
    @Test func `P10: a lossy list tells each element that it leaves out, a strict one fails`()
        async throws
    {
        let text = #"{"data":[{"id":"1"},{"id":2},7,{"name":"x"},null,{"id":"6"}]}"#
        let test = try World.stub.client(answering: HTTPResponse(status: 200, text: text))
        let list = try await test.client.get("/").object(LossyList<Person>.self).value()
        #expect(list.elements.map(\.id) == ["1", "6"])
        #expect(list.skipped.map(\.index) == [1, 2, 3, 4])
        #expect(list.skipped.map(\.path) == ["id", "", "id", ""])
        #expect(list.skipped.first?.reason == "expected string")
        #expect(list.skipped[2].reason == "missing")
        let error = await #expect(throws: RequestError.self) {
            try await test.client.get("/").object([Person].self).value()
        }
        #expect(error?.path == "data[1].id")
    }

    /// PromiseKit#218, #613, #1259: a cancellation surprises people as an error, or as nothing.
    @Test @MainActor
    func `a value, a failure, a cancellation: three outcomes, and trackers close on each`()
        async throws
    {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/value": .answer(200, "7")
            case "/failure": .answer(500, "{}")
            default: LoopbackReply(steps: [.hold])
            }
        }
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
        let (activity, errors) = (ActivityTracker(), ErrorTracker())
        let (active, failed) = (Log<Bool>(), Log<String>())
        let watching = activity.isActive.subscribe { active.add($0) }
        let failing = errors.errors.subscribe { failed.add("\($0.label)") }
        for path in ["/value", "/failure", "/cancelled"] as [Path] {
            let call = Task {
                try? await client.get(path).object(Int.self).trackActivity(activity)
                    .trackError(errors).value()
            }
            for await event in server.events where event == .asked(path.encodedPath) { break }
            if path.encodedPath == "/cancelled" { call.cancel() }
            _ = await call.value
        }
        #expect(active.elements == [false, true, false, true, false, true, false])
        #expect(failed.elements == ["GET /failure"])
        watching.dispose()
        failing.dispose()
    }

    private func failure(_ world: World, _ response: HTTPResponse) async throws -> RequestError {
        let test = try world.client(answering: response)
        return try #require(
            await #expect(throws: RequestError.self) {
                try await test.client.get("/").object(Person.self).value()
            })
    }
}
