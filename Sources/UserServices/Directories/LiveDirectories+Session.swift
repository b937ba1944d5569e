import Users

extension LiveDirectories {
    /// The session that is kept for a choice, or that its token makes.
    func session(_ found: Resolved) throws(ServiceError) -> SessionKeeper.State {
        if let token = found.choice.token, !token.isEmpty {
            let auth = found.api.profile.auth
            if let pair = auth.pair, let value = auth.valueNames.first(where: pair.mentions) {
                throw ServiceError(
                    .usage,
                    "A token alone can't log in here: this profile needs {\(value)} too, which only a login gives",
                    hint: "Leave SLUICE_TOKEN out, and log in with `sluice login NAME`.")
            }
            // Nobody says whose it is, and two people's tokens must not share a cache.
            let account = found.choice.account ?? "token-\(Fingerprint.of(token))"
            return SessionKeeper.State(
                account: account,
                credential: Credential(
                    secret: token, account: account, refreshToken: isReplay ? token : nil))
        }
        let named = found.api.profile.auth.named(found.choice.account)
        do throws(FileFailure) {
            let kept = try tokens.token(server: found.tokenOwner, account: named)
            guard let kept else { return SessionKeeper.State(account: named ?? "") }
            return SessionKeeper.State(
                account: kept.account, credential: kept.credential,
                isExpired: kept.expiresAt.map { $0 <= now() } ?? false)
        } catch {
            throw ServiceError(error, "read the tokens in")
        }
    }

    /// Moves a file of tokens that can't be understood out of the way, and says so.
    func setAsideDamagedTokens() throws(ServiceError) -> String? {
        do throws(FileFailure) {
            return try tokens.setAsideDamage().map {
                "The file of tokens was damaged, and is kept as “\($0)”; "
                    + "`sluice login NAME` makes a new one"
            }
        } catch {
            throw ServiceError(error, "set aside the damaged tokens in")
        }
    }
}

extension ProfileAuth {
    /// The account that was asked for by name; nil where there are none, or it is the guests' own.
    func named(_ account: String?) -> String? {
        guard scheme != .none, let account, !account.isEmpty, account != guest else { return nil }
        return account
    }
}
