import SluiceFlow
import SluiceHTTP
import Synchronization

/// Renews each credential once, however many calls find out at the same time that it has ended (P5).
///
/// Who comes later gets what the first one got, a refusal too, so that a refused renewal isn't asked
/// for again. A renewal isn't ended by the cancellation of a call, which leaves at once: half of one
/// might leave the server with a token that nobody got to know.
final class Renewals: Sendable {
    private typealias Outcome = Result<Credential?, RequestError>

    /// How renewals ended, of what hasn't to be asked for again.
    private let known = Mutex<[Credential: Outcome]>([:])
    private let flights = SharedFlights<Credential, Credential?>(
        "renewing the session", abandoned: .isFinished)

    /// The credential in place of one that has ended; nil where nothing can renew it.
    func renewed(
        _ ended: Credential, for request: HTTPRequest,
        by renew: @escaping @Sendable () async throws(RequestError) -> Credential?
    ) async throws(RequestError) -> Credential? {
        try await flights.value(ended, for: request) { [self] () async throws(RequestError) in
            // Who comes to it when it is over must not begin it again.
            if let outcome = known.withLock({ $0[ended] }) { return try outcome.get() }
            do throws(RequestError) {
                let new = try await renew()
                known.withLock { $0[ended] = .success(new) }
                return new
            } catch {
                // What wasn't said by the server may go well the next time.
                if error.kind == .unauthorized { known.withLock { $0[ended] = .failure(error) } }
                throw error
            }
        }
    }
}
