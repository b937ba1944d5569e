import Synchronization
import Users

/// Who is logged in to one server: shared by all calls of a service.
final class SessionKeeper: Sendable {
    /// A moment's view of the session, for one call.
    struct State: Sendable, Hashable {
        /// Whose people the cache holds; empty when nobody is logged in.
        var account = ""
        var credential: Credential?
        var isExpired = false
        /// Whether the server has accepted the credential after its time: then its word counts.
        var outlives = false
        var user: User?

        /// Whether an account was asked for by name that holds no credential: it may read what is
        /// cached of its own, and nobody is asked in its name.
        var isOnlyNamed: Bool { credential == nil && !account.isEmpty }
    }

    private let state: Mutex<State>
    /// The account that reads without a login are answered as; nil where they need one.
    private let guest: String?
    /// The account that was asked for by name, which stays the one in use after a logout.
    private let named: String

    init(_ state: State, guest: String?, named: String? = nil) {
        self.state = Mutex(state)
        self.guest = guest
        self.named = named ?? ""
    }

    /// The state at a time, in milliseconds since 1970: a credential whose end has come is expired.
    ///
    /// Take it once for each call, so that the call is made by one account.
    func current(at now: Int64) -> State {
        state.withLock { state in
            if let end = state.credential?.expiresAt, end <= now, !state.outlives {
                state.isExpired = true
            }
            return state
        }
    }

    /// Begins another session.
    func replace(with state: State) { self.state.withLock { $0 = state } }

    /// Ends the session.
    func end() { replace(with: State(account: named)) }
    /// Puts a new credential in place of one, and says whether that was still in use.
    func renew(_ old: Credential, as new: Credential) -> Bool {
        state.withLock { state in
            guard state.credential == old else { return false }
            state.credential = new
            (state.isExpired, state.outlives) = (false, false)
            return true
        }
    }

    /// Notes that the server refused this credential, unless another is in use by now.
    func expire(_ credential: Credential) {
        state.withLock { state in
            if state.credential == credential { (state.isExpired, state.outlives) = (true, false) }
        }
    }

    /// Notes that the server answered this credential, and who is behind it where it said so.
    func confirm(_ credential: Credential, user: User?) {
        state.withLock { state in
            guard state.credential == credential else { return }
            state.outlives = state.outlives || state.isExpired
            state.isExpired = false
            if let user { state.user = user }
        }
    }

    /// The session as a front shows it, as it was when it was last looked at.
    var session: Session {
        let state = state.withLock { $0 }
        if state.credential != nil {
            return Session(
                state: state.isExpired ? .expired : .loggedIn, account: state.account,
                user: state.user)
        }
        if state.isOnlyNamed { return Session(state: .loggedOut, account: state.account) }
        if let guest { return Session(state: .guest, account: guest) }
        return Session(state: .loggedOut)
    }
}
