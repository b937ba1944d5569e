import SluiceFlow

/// The decisions of a session: who goes, who waits, who renews the credential; no task and no lock.
///
/// Each renewal of the credential has a number. A call takes a ticket with the number of the last
/// one, so that when it comes back refused it is known what has happened since: a call that was sent
/// with an old credential neither renews it a second time nor asks in vain after a renewal failed.
struct SessionState: Sendable {
    /// What a call was sent with.
    struct Ticket: Sendable, Hashable {
        let renewal: Int
        let credential: SessionCredential?
    }

    /// What a call is to do.
    enum Step: Sendable, Equatable {
        /// Ask, with the ticket's credential.
        case go(Ticket)
        /// Wait for the renewal with this number, or begin it where nobody has.
        case renew(Int)
        /// Give up: the renewal that would have helped has failed.
        case fail(RequestError)
    }

    /// What is sent now; nil when nobody is logged in.
    private(set) var credential: SessionCredential?
    /// How many renewals there have been, also such that failed.
    private var renewals = 0
    /// Why a renewal is due or under way; nil when none is.
    private var reason: RequestError?
    /// How the last renewal failed, if it did.
    private var failure: RequestError?

    init(_ credential: SessionCredential?) { self.credential = credential }

    /// A call wants to be sent, or has waited for a renewal: what now?
    ///
    /// While one is due it waits, since it would only be refused.
    func enter(afterRenewal: Bool = false) -> Step {
        if reason != nil { return .renew(renewals + 1) }
        if afterRenewal, let failure { return .fail(failure) }
        return .go(Ticket(renewal: renewals, credential: credential))
    }

    /// A call came back refused.
    mutating func refused(_ old: Ticket, _ error: RequestError) -> Step {
        if reason != nil || old.renewal < renewals { return enter(afterRenewal: true) }
        // The server has said no to the renewal as well: another would be the same request again.
        if let failure, failure.kind == .unauthorized { return .fail(failure) }
        reason = error
        return .renew(renewals + 1)
    }

    /// What a renewal has to know that is to begin; nil when it is over already.
    func due(_ number: Int) -> (refused: SessionCredential?, error: RequestError)? {
        guard let reason, number == renewals + 1 else { return nil }
        return (credential, reason)
    }

    /// A renewal has ended; one that was overtaken by a login or logout changes nothing.
    mutating func renewed(_ number: Int, _ result: Result<SessionCredential, RequestError>) {
        guard reason != nil, number == renewals + 1 else { return }
        reason = nil
        renewals = number
        switch result {
        case .success(let new):
            credential = new
            failure = nil
        case .failure(let error): failure = error
        }
    }

    /// Somebody logged in, or out.
    mutating func replace(with credential: SessionCredential?) {
        self.credential = credential
        renewals += 1
        reason = nil
        failure = nil
    }
}
