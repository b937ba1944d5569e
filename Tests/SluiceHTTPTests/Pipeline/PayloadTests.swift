import FoundationEssentials
import SluiceFlow
import SluiceHTTP
import Testing

/// P1 (e) to (g), P2 and P3: what a caller's type is made from, and what is said when it can't be.
struct PayloadTests {
    @Test func `P2: the data may be an object, an array, a scalar or an optional`() async throws {
        #expect(try await read(#"{"data": {"id": "7"}}"#, as: Person.self) == Person(id: "7"))
        #expect(try await read(#"{"data": [1, 2]}"#, as: [Int].self) == [1, 2])
        #expect(try await read(#"{"data": 12}"#, as: Int.self) == 12)
        #expect(try await read(#"{"data": "a\u00e9"}"#, as: String.self) == "aé")
        #expect(try await read(#"{"data": false}"#, as: Bool.self) == false)
        #expect(try await read(#"{"data": {"id": "7"}}"#, as: Person?.self) == Person(id: "7"))
    }

    @Test func `P2: timestamp, message and code are optional`() async throws {
        #expect(try await read(#"{"data": 1}"#, as: Int.self) == 1)
        #expect(
            try await read(
                #"{"code": 200, "message": "", "timestamp": 17, "data": 1}"#, as: Int.self) == 1)
    }

    @Test func `P1: without the key the value is the whole body`() async throws {
        #expect(try await read(#"{"id": "7"}"#, as: Person.self) == Person(id: "7"))
        #expect(try await read(#"[{"id": "7"}]"#, as: [Person].self) == [Person(id: "7")])
        #expect(try await read("12", as: Int.self) == 12)
    }

    @Test func `P1: null is nil or nothing where the type allows it`() async throws {
        #expect(try await read(#"{"data": null}"#, as: Person?.self) == nil)
        #expect(try await read("null", as: Person?.self) == nil)
        let test = try World.stub.client(
            answering: HTTPResponse(status: 200, text: #"{"data": null}"#))
        try await test.client.get("/").object().value()
    }

    @Test func `P1: null elsewhere is an error that names the key`() async throws {
        let error = await failure(#"{"code": 200, "data": null}"#, as: Person.self)
        #expect(error?.errorCode == .decoding)
        #expect(error?.path == "data")
        #expect(error?.detail == "expected Person, found null")
    }

    /// Alamofire#3088, #2466: 200 or 204 with an empty body fails to decode.
    @Test(arguments: World.allCases, [200, 204])
    func `an empty body is fine when nothing was expected`(
        _ world: World, _ status: Int
    ) async throws {
        // A 204 must not have a length.
        let server = try LoopbackServer { _ in
            LoopbackReply(steps: [
                .send(
                    LoopbackReply.head(
                        "\(status) Fine", status == 204 ? [] : ["Content-Length: 0"]))
            ])
        }
        var test = try world.client(answering: HTTPResponse(status: status))
        if world == .loopback { test.client.baseURL = try #require(HTTPURL(server.url)) }
        try await test.client.delete("/user/7").object().value()
        let none: Person? = try await test.client.get("/user/7").object().value()
        #expect(none == nil)
        let error = await #expect(throws: RequestError.self) {
            let _: Person = try await test.client.get("/user/7").object().value()
        }
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.detail == "the body is empty")
    }

    /// httpful#94.
    @Test(arguments: World.allCases)
    func `a byte-order mark is left out`(_ world: World) async throws {
        let body: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(#"{"data": {"id": "7"}}"#.utf8)
        let test = try world.client(answering: HTTPResponse(status: 200, body: body))
        let person: Person = try await test.client.get("/").object().value()
        #expect(person.id == "7")
    }

    @Test(arguments: [
        (#"{"data": [{"id": "1"}, {"id": null}]}"#, "data[1].id", "expected string, found null"),
        (#"{"data": [{"id": "1"}, {"id": 7}]}"#, "data[1].id", "expected string, found number"),
        (#"{"data": [{"id": "1"}, {"id": true}]}"#, "data[1].id", "expected string, found true"),
        (#"{"data": [{"id": "1"}, {"name": "x"}]}"#, "data[1].id", "missing"),
        (#"{"data": [{"id": "1"}, []]}"#, "data[1]", "expected object, found array"),
        (#"{"data": {"id": "1"}}"#, "data", "expected array, found object"),
        (#"[{"id": "1", "name": {}}]"#, "[0].name", "expected string, found object"),
    ])
    func `P3: a value of another shape is named with its path`(
        _ body: String, _ path: String, _ detail: String
    ) async throws {
        let error = await failure(body, as: [Person].self)
        #expect(error?.errorCode == .decoding)
        #expect(error?.path == path)
        #expect(error?.detail == detail)
        #expect(error?.message.contains("\(path): \(detail)") == true)
    }

    @Test(arguments: [
        (#"{"code": "ok", "message": "hi", "timestamp": 17, "data": {"id": "7"}}"#, "7"),
        (#"{"code": "ok", "message": "hi", "timestamp": 17, "data": null}"#, nil),
        (#"{"code": "ok", "message": "hi", "timestamp": 17}"#, nil),
    ])
    func `P2: the envelope itself is read from the whole body, whatever its data is`(
        _ body: String, _ id: String?
    ) async throws {
        let envelope = try await read(body, as: Envelope<Person>.self)
        #expect(
            envelope
                == Envelope(
                    code: "ok", message: "hi", timestamp: "17", data: id.map { Person(id: $0) }))
    }

    @Test func `an envelope decodes by itself too`() throws {
        let text = #"{"code": true, "timestamp": 1.5, "data": [1]}"#
        let envelope = try JSONDecoder().decode(Envelope<[Int]>.self, from: Data(text.utf8))
        #expect(envelope == Envelope(code: "true", timestamp: "1.5", data: [1]))
    }

    @Test func `an API's own paths say where code, message and data are`() async throws {
        let rules = try APIRules(
            code: "result.error.code", message: "result.error.message", data: "result.value",
            successCodes: [])
        let good = HTTPResponse(status: 200, text: #"{"result": {"value": [1]}, "data": 3}"#)
        let test = try World.stub.client(answering: good, rules: rules)
        let value: [Int] = try await test.client.get("/").object().value()
        #expect(value == [1])
        let bad = HTTPResponse(
            status: 200, text: #"{"result": {"error": {"code": 904, "message": "no"}}}"#)
        let error = await #expect(throws: RequestError.self) {
            let client = try World.stub.client(answering: bad, rules: rules).client
            let _: [Int] = try await client.get("/").object().value()
        }
        #expect(error?.serverCode == "904")
        #expect(throws: APIRules.MalformedPath.self) {
            try APIRules(code: "a[", message: "m", data: nil, successCodes: nil)
        }
    }

    @Test func `the client's decoder is used`() async throws {
        struct Row: Decodable, Sendable { var displayName: String }
        var client = try World.stub.client(
            answering: HTTPResponse(status: 200, text: #"{"data": {"display_name": "Ana"}}"#)
        ).client
        client.makeDecoder = {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
        let row: Row = try await client.get("/").object().value()
        #expect(row.displayName == "Ana")
    }

    private func read<T: Decodable & Sendable>(
        _ body: String, as type: T.Type
    ) async throws -> T {
        let test = try World.stub.client(answering: HTTPResponse(status: 200, text: body))
        return try await test.client.get("/people").object(type).value()
    }

    private func failure<T: Decodable & Sendable>(
        _ body: String, as type: T.Type
    ) async -> RequestError? {
        await #expect(throws: RequestError.self) { _ = try await read(body, as: type) }
    }
}
