import SluiceFlow
import Synchronization

/// Who is logged in: puts the credential into each call, and renews it once for all that need it.
///
/// When the server refuses a credential, one renewal runs however many calls were refused; they
/// wait, as do calls that come meanwhile, and are then sent again with the new one. When the renewal
/// fails, each of them fails once with its error and sends nothing more. Calls that the renewal
/// itself makes pass the session by, so that it can't wait for itself; a call described as a
/// `login` does too. A renewal isn't ended by the cancellation of a call: half of one might leave
/// the server with a token that nobody got to know.
///
///     let session = ClientSession(.bearer(token)) { _, _ in
///         let answer: Tokens = try await client.post("/refresh").json(["token": refresh]).object().value()
///         return .bearer(answer.access)
///     }
///     client.session = session
public final class ClientSession: Sendable {
    /// Makes a credential in place of one that was refused; nil is none, and the error says how.
    public typealias Renewal =
        @Sendable (
            _ refused: SessionCredential?, _ error: RequestError
        ) async throws(RequestError) -> SessionCredential

    /// The sessions in whose renewal this code runs.
    @TaskLocal private static var renewing: Set<ObjectIdentifier> = []

    private let renewal: Renewal?
    private let state: Mutex<SessionState>
    private let flights = SharedFlights<Int, Void>(
        "renewing the session", abandoned: .isFinished)

    /// Makes a session; without a renewal, a refused credential is the call's error.
    public init(_ credential: SessionCredential? = nil, renewal: Renewal? = nil) {
        self.renewal = renewal
        state = Mutex(SessionState(credential))
    }

    /// What is sent now; nil when nobody is logged in.
    public var credential: SessionCredential? { state.withLock { $0.credential } }

    /// Notes a login, or with nil a logout: calls from now on are sent with this one.
    public func replace(with credential: SessionCredential?) {
        state.withLock { $0.replace(with: credential) }
    }

    /// Sends a request as who is logged in, a second time if the credential had to be renewed.
    func run<Value: Sendable>(
        _ request: HTTPRequest,
        _ attempt: (HTTPRequest) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        guard let renewal, !Self.renewing.contains(ObjectIdentifier(self)) else {
            return try await attempt(dressed(request, credential))
        }
        let first = try await follow(state.withLock { $0.enter() }, request, renewal)
        do throws(RequestError) {
            return try await attempt(dressed(request, first.credential))
        } catch {
            guard error.errorCode == .sessionExpired || error.errorCode == .notLoggedIn else {
                throw error
            }
            let step = state.withLock { $0.refused(first, error) }
            let second = try await follow(step, request, renewal)
            return try await attempt(dressed(request, second.credential))
        }
    }

    /// Waits, or renews, until there is something to be sent with.
    private func follow(
        _ step: SessionState.Step, _ request: HTTPRequest, _ renewal: @escaping Renewal
    ) async throws(RequestError) -> SessionState.Ticket {
        var step = step
        while true {
            switch step {
            case .go(let ticket): return ticket
            case .fail(let error): throw error
            case .renew(let number):
                await renew(number, request, renewal)
                if Task.isCancelled { throw .cancelled(request) }
                step = state.withLock { $0.enter(afterRenewal: true) }
            }
        }
    }

    /// Waits until a renewal is over, and begins it where nobody has; how it went is in the state.
    private func renew(
        _ number: Int, _ request: HTTPRequest, _ renewal: @escaping Renewal
    ) async {
        let outer = Self.renewing
        _ = try? await flights.value(number, for: request) {
            [self] () async throws(RequestError) in
            // Who comes to it when it is over must not begin it again.
            guard let (refused, error) = state.withLock({ $0.due(number) }) else { return }
            let result = await Self.result(in: outer.union([ObjectIdentifier(self)])) {
                () async throws(RequestError) in
                try await renewal(refused, error)
            }
            state.withLock { $0.renewed(number, result) }
        }
    }

    private static func result(
        in renewing: Set<ObjectIdentifier>,
        _ renewal: () async throws(RequestError) -> SessionCredential
    ) async -> Result<SessionCredential, RequestError> {
        await $renewing.withValue(renewing) {
            do throws(RequestError) {
                return .success(try await renewal())
            } catch {
                return .failure(error)
            }
        }
    }

    private func dressed(_ request: HTTPRequest, _ credential: SessionCredential?) -> HTTPRequest {
        var request = request
        credential?.apply(to: &request)
        return request
    }
}
