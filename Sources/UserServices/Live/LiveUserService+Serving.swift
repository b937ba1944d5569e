import SluiceFlow
import SluiceHTTP
import Users

extension LiveUserService {
    /// Serves a read in the order of P8: a fresh cache, else the server, else a stale cache.
    ///
    /// A stale answer stands in only for a server that wasn't reached or could not answer, and while
    /// there is one the server is asked a single time. `missing` says who isn't in the cache, where
    /// nobody else may be asked.
    func serve<Value: Sendable>(
        _ freshness: Freshness, _ scope: Scope,
        missing: () async throws(ServiceError) -> Missing = { Missing() },
        cached: () async throws(ServiceError) -> CachedAnswer<Value>?,
        ask: (Scope) async throws(ServiceError) -> Answer<Value>
    ) async throws(ServiceError) -> Answer<Value> {
        switch freshness {
        case .offline:
            guard let kept = try await cached() else {
                let missing = try await missing()
                throw ServiceError(
                    .notCached, "\(missing.text), and offline was asked for", hint: missing.hint)
            }
            return kept.answer(.offline, at: now())
        case .fresh:
            return try await ask(scope)
        case .cached(let maxAge):
            let kept = try await cached()
            if let kept, kept.isFresh(at: now(), maxAge: maxAge ?? profile.freshFor) {
                return kept.answer(.cache, at: now())
            }
            if let kept, maxAge == nil, let reason = reachability.recentFailure(at: now()) {
                return kept.answer(.stale, at: now(), reason: reason)
            }
            do throws(ServiceError) {
                return try await ask(kept == nil ? scope : scope.askingOnce)
            } catch {
                // Read anew: a list that failed on its way has left newer pages behind.
                guard error.allowsStale, let kept = try await cached() else { throw error }
                return kept.answer(.stale, at: now(), reason: error)
            }
        }
    }

    /// Asks the server, and notes what the outcome says of the session and of the way there.
    ///
    /// A credential that has ended is renewed where the profile can, and the call made again. That
    /// there is no such person is only for a call about one to say.
    func ask<Value: Sendable>(
        _ scope: Scope,
        _ call: (Credential?) async throws(RequestError) -> Value
    ) async throws(ServiceError) -> Value {
        if scope.session.isOnlyNamed { throw .notLoggedIn(scope.session.account) }
        var credential = scope.session.credential
        do throws(RequestError) {
            if scope.session.isExpired, let ended = credential {
                credential = try await renewed(ended, scope) ?? ended
            }
            let value: Value
            do throws(RequestError) {
                value = try await call(credential)
            } catch {
                guard error.errorCode == .sessionExpired, let ended = credential,
                    let renewed = try await renewed(ended, scope)
                else { throw error }
                credential = renewed
                value = try await call(renewed)
            }
            reachability.note(nil, at: now())
            if let credential { sessions.confirm(credential, user: nil) }
            return value
        } catch {
            var failure = ServiceError(error, profile, now: now())
            if failure.errorCode == .forbidden, credential == nil,
                profile.auth.scheme != .none, failure.retryAfter == nil
            {
                failure.hint = "Nobody is logged in; `sluice login NAME` logs in."
            }
            reachability.note(failure, at: now())
            if let credential, failure.errorCode == .sessionExpired {
                sessions.expire(credential)
            }
            throw failure.ofNoPerson
        }
    }

    /// The credential in place of one that the server no longer accepts, once for all who ask.
    ///
    /// A renewal that the server refuses is the end of the session.
    private func renewed(
        _ ended: Credential, _ scope: Scope
    ) async throws(RequestError) -> Credential? {
        guard profile.auth.refresh != nil else { return nil }
        let service = self
        do throws(RequestError) {
            let request = HTTPRequest(.get, scope.api.client.baseURL)
            return try await renewals.renewed(ended, for: request) {
                () async throws(RequestError) in
                guard let token = try await scope.api.refreshed(ended),
                    service.sessions.renew(ended, as: token.credential)
                else { return nil }
                // Without the file the session lasts for this run, which is no reason to fail.
                try? service.tokens.save(token, server: service.tokenOwner)
                return token.credential
            }
        } catch {
            if error.kind == .unauthorized { return nil }
            throw error
        }
    }

    /// An answer of the server's own.
    func answer<Value: Sendable>(_ value: Value, notices: [String] = []) -> Answer<Value> {
        Answer(value, source: .server, fetchedAt: now(), notices: notices)
    }

    /// Fails when a list has elements and none is a person: it is of another shape, and not empty.
    func requireSomeone(_ list: UserList) throws(ServiceError) {
        guard list.users.isEmpty, let first = list.skipped.first else { return }
        throw ServiceError(
            .badAnswer,
            "None of the answer's elements could be read, \(list.count) in all: "
                + "\(first.path): \(first.reason)",
            hint: "Check that the base URL and the profile are this API's.")
    }

    /// What a person is told of a sync that something else needed.
    static func notices(for report: SyncReport) -> [String] {
        report.notices + notices(for: report.skipped)
    }

    /// What a person is told of elements that were left out; nothing for none.
    static func notices(for skipped: [SkippedElement]) -> [String] {
        guard let first = skipped.first else { return [] }
        let count = skipped.count == 1 ? "1 element" : "\(skipped.count) elements"
        return ["\(count) of the answer left out: \(first.path): \(first.reason)"]
    }
}
