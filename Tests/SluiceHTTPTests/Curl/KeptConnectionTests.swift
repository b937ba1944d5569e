import Synchronization
import Testing

@testable import SluiceHTTP

/// A kept connection that a server closes just when the next request comes.
@Suite struct `Kept connections` {
    /// Answers, and closes without an answer, in turn: each kept connection once it is used again.
    private static func server() throws -> LoopbackServer {
        let count = Atomic<Int>(0)
        return try LoopbackServer { _ in
            count.add(1, ordering: .relaxed).newValue.isMultiple(of: 2)
                ? LoopbackReply(steps: [.close]) : .answer(200, "1")
        }
    }

    private func send(
        _ method: HTTPMethod, _ body: [UInt8]?, to server: LoopbackServer, by own: CurlTransport,
        key: String? = nil
    ) async throws(RequestError) -> Int {
        guard let url = HTTPURL(server.url) else { return 0 }
        var request = HTTPRequest(method, url, body: body)
        if let key { request.headers.add("Idempotency-Key", key) }
        request.limits = .patient
        return try await own.send(request).status
    }

    /// libcurl gives up at the sixth of a handle's life.
    @Test func `a server that closes each of them costs no request`() async throws {
        let (server, own) = (try Self.server(), CurlTransport())
        for _ in 0..<10 {
            #expect(try await send(.get, nil, to: server, by: own) == 200)
        }
        #expect(server.requests.count == 19)
    }

    @Test(
        arguments: [
            (#"{"a":1}"#, nil, 1), ("", nil, 1), (#"{"a":1}"#, "k1", 2),
        ] as [(String, String?, Int)])
    func `P6: what may happen only once isn't sent again by itself, over a kept one or not`(
        body: String, key: String?, times: Int
    ) async throws {
        let (server, own) = (try Self.server(), CurlTransport())
        #expect(try await send(.get, nil, to: server, by: own) == 200)
        do throws(RequestError) {
            let status = try await send(.post, Array(body.utf8), to: server, by: own, key: key)
            #expect(status == 200 && key != nil)
        } catch {
            #expect(error.errorCode == .unreachable && key == nil)
            #expect(error.detail == "the connection was closed without an answer")
        }
        #expect(server.requests.filter { $0.method == "POST" }.count == times)
        #expect(server.requests.last?.body == Array(body.utf8))
    }

    @Test func `P6: what is the same twice as once is sent again over another`() async throws {
        let (server, own) = (try Self.server(), CurlTransport())
        #expect(try await send(.get, nil, to: server, by: own) == 200)
        #expect(try await send(.put, [0x31], to: server, by: own) == 200)
        #expect(server.requests.map(\.method) == ["GET", "PUT", "PUT"])
        #expect(server.requests.last?.body == [0x31])
    }
}
