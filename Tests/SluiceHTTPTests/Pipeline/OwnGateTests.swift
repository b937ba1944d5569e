import SluiceFlow
import SluiceHTTP
import Testing

/// A gate of one's own: an answer's stage in five lines.
struct OwnGateTests {
    private struct MaintenanceGate: Gate {
        func check(_ answer: GatedAnswer) throws(RequestError) {
            guard answer.text(at: "meta.state") != "maintenance" else {
                throw answer.error(.rejected, "the server is being worked on")
            }
        }
    }

    @Test func `a gate of one's own stops what the others let pass, with the server's words`()
        async throws
    {
        let answer = HTTPResponse(
            status: 200,
            text: #"{"meta": {"state": "maintenance"}, "message": "till noon", "data": 1}"#)
        var client = APIClient(
            try #require(HTTPURL("http://a.test")),
            transport: StubTransport { _ throws(RequestError) in answer })
        #expect(try await client.get("/").object(Int.self).value() == 1)
        client.gates.append(MaintenanceGate())
        let gated = client
        let error = await #expect(throws: RequestError.self) {
            try await gated.get("/").object(Int.self).value()
        }
        #expect(error?.detail == "the server is being worked on")
        #expect(error?.serverMessage == "till noon")
    }
}
