import Testing

@testable import SluiceHTTP

/// P5 as decisions: each history of a session, without a task.
struct SessionStateTests {
    private static let old = SessionCredential.bearer("old")
    private static let new = SessionCredential.bearer("new")
    private let expired: RequestError
    private let refused: RequestError
    private let offline: RequestError

    init() throws {
        let request = HTTPRequest(.get, try #require(HTTPURL("http://a.test")))
        expired = RequestError(.sessionExpired, request: request)
        refused = RequestError(.credentialsRefused, request: request)
        offline = RequestError(.unreachable, request: request)
    }

    @Test func `P5: the first refusal makes a renewal due, further ones wait for the same`() throws
    {
        var state = SessionState(Self.old)
        let (first, second) = (try ticket(state.enter()), try ticket(state.enter()))
        #expect(state.refused(first, expired) == .renew(1))
        #expect(state.refused(second, expired) == .renew(1))
        // Who comes meanwhile would only be refused as well.
        #expect(state.enter() == .renew(1))
        #expect(state.due(1)?.refused == Self.old)
        state.renewed(1, .success(Self.new))
        #expect(state.due(1) == nil)
        #expect(try ticket(state.enter(afterRenewal: true)).credential == Self.new)
    }

    @Test func `P5: a refusal that comes after the renewal replays, and renews nothing`() throws {
        var state = SessionState(Self.old)
        let (first, late) = (try ticket(state.enter()), try ticket(state.enter()))
        _ = state.refused(first, expired)
        state.renewed(1, .success(Self.new))
        #expect(try ticket(state.refused(late, expired)).credential == Self.new)
        #expect(state.due(2) == nil)
    }

    @Test func `P5: a refusal that comes after a failed renewal fails with its error`() throws {
        var state = SessionState(Self.old)
        let (first, late) = (try ticket(state.enter()), try ticket(state.enter()))
        _ = state.refused(first, expired)
        state.renewed(1, .failure(offline))
        #expect(state.enter(afterRenewal: true) == .fail(offline))
        #expect(state.refused(late, expired) == .fail(offline))
        #expect(state.due(2) == nil)
        // It was no fault of the credential's: a call from now on may renew it again.
        #expect(state.refused(try ticket(state.enter()), expired) == .renew(2))
    }

    @Test func `P5: a renewal that the server refused is not asked for again until a login`() throws
    {
        var state = SessionState(Self.old)
        _ = state.refused(try ticket(state.enter()), expired)
        state.renewed(1, .failure(refused))
        #expect(state.refused(try ticket(state.enter()), expired) == .fail(refused))
        state.replace(with: Self.new)
        #expect(state.refused(try ticket(state.enter()), expired) == .renew(3))
    }

    @Test func `a login during a renewal counts, and how the renewal ends doesn't`() throws {
        var state = SessionState(Self.old)
        _ = state.refused(try ticket(state.enter()), expired)
        state.replace(with: Self.new)
        state.renewed(1, .failure(refused))
        #expect(try ticket(state.enter(afterRenewal: true)).credential == Self.new)
        state.renewed(1, .success(Self.old))
        #expect(state.credential == Self.new)
    }

    private func ticket(_ step: SessionState.Step) throws -> SessionState.Ticket {
        guard case .go(let ticket) = step else { throw Unexpected(step: step) }
        return ticket
    }

    private struct Unexpected: Error { let step: SessionState.Step }
}
