import SluiceHTTP
import Synchronization
import Testing

@testable import UserServices

/// P5 as the service has it: one renewal for each credential that has ended.
@Suite(.timeLimit(.minutes(1)))
struct RenewalsTests {
    private let request: HTTPRequest
    private let old = Credential(secret: "old", account: "ana")

    init() throws { request = HTTPRequest(.get, try #require(HTTPURL("https://a.example"))) }

    /// A renewal that waits until it is let go, and says when it has begun.
    private final class Gate: Sendable {
        let begun = AsyncStream.makeStream(of: Void.self)
        let open = AsyncStream.makeStream(of: Void.self)
        let count = Mutex(0)

        func renew() async -> Credential? {
            count.withLock { $0 += 1 }
            begun.continuation.yield()
            for await _ in open.stream { break }
            // Ended with a caller, it would have nothing to give.
            return Task.isCancelled ? nil : Credential(secret: "new", account: "ana")
        }
    }

    @Test func `P5: many calls renew once, and who comes later has the same`() async throws {
        let (renewals, gate, request, old) = (Renewals(), Gate(), request, old)
        gate.open.continuation.finish()
        let secrets = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await renewals.renewed(old, for: request) { await gate.renew() }?.secret
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(secrets == Array(repeating: "new", count: 20))
        let late = try await renewals.renewed(old, for: request) { await gate.renew() }
        #expect(late?.secret == "new")
        #expect(gate.count.withLock { $0 } == 1)
    }

    @Test func `P13: a call that is cancelled leaves at once, and the renewal goes on for others`()
        async throws
    {
        let (renewals, gate, request, old) = (Renewals(), Gate(), request, old)
        let ask = { @Sendable () async throws(RequestError) -> String? in
            try await renewals.renewed(old, for: request) { await gate.renew() }?.secret
        }
        let first = Task { try await ask() }
        for await _ in gate.begun.stream { break }
        first.cancel()
        // The renewal is still under way.
        let error = await #expect(throws: RequestError.self) { _ = try await first.value }
        #expect(error?.errorCode == .cancelled)
        let second = Task { try await ask() }
        gate.open.continuation.finish()
        #expect(try await second.value == "new")
        #expect(gate.count.withLock { $0 } == 1)
    }

    @Test func `P5: a refusal is final, and a fault of the way there isn't`() async throws {
        let (renewals, request, old) = (Renewals(), request, old)
        for (code, times) in [(RequestError.Code.unreachable, 2), (.credentialsRefused, 1)] {
            let count = Mutex(0)
            for _ in 0..<2 {
                let error = await #expect(throws: RequestError.self) {
                    _ = try await renewals.renewed(old, for: request) {
                        () async throws(RequestError) in
                        count.withLock { $0 += 1 }
                        throw RequestError(code, request: request)
                    }
                }
                #expect(error?.errorCode == code)
            }
            #expect(count.withLock { $0 } == times)
        }
    }
}
