import SluiceFlow
import SluiceHTTP
import Synchronization

/// Renews each credential once, however many calls find out at the same time that it has ended (P5).
///
/// Who comes later gets what the first one got, a failure too, so that a refused renewal isn't asked
/// for again. A renewal isn't ended by the cancellation of a call: half of one might leave the server
/// with a token that nobody got to know.
final class Renewals: Sendable {
    typealias Renewal = Task<Result<Credential?, RequestError>, Never>

    private let renewals = Mutex<[Credential: Renewal]>([:])

    /// The credential in place of one that has ended; nil where nothing can renew it.
    func renewed(
        _ ended: Credential,
        by renew: @escaping @Sendable () async throws(RequestError) -> Credential?
    ) async throws(RequestError) -> Credential? {
        let renewal = renewals.withLock { renewals in
            if let running = renewals[ended] { return running }
            let renewal = Renewal {
                do throws(RequestError) {
                    return .success(try await renew())
                } catch {
                    // What wasn't said by the server may go well the next time.
                    if error.kind != .unauthorized { self.forget(ended) }
                    return .failure(error)
                }
            }
            renewals[ended] = renewal
            return renewal
        }
        return try await renewal.value.get()
    }

    private func forget(_ credential: Credential) {
        renewals.withLock { $0[credential] = nil }
    }
}
