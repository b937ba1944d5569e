extension ProfileAuth {
    /// The keys that say how a credential is got or carried, which mean nothing with a scheme.
    private var idleKeys: [String] {
        switch scheme {
        case .none:
            [
                "header", "prefix", "query", "pair", "cookie", "headers", "login", "refresh",
                "logout",
            ]
        case .basic: ["prefix", "query", "pair", "cookie", "login", "refresh"]
        case .token: ["cookie"]
        case .cookie: ["query", "pair"]
        case .places: ["header", "prefix", "query", "pair", "cookie"]
        }
    }

    /// Notes what doesn't go together.
    func check(_ object: ProfileObject, cookie: String?) {
        for key in idleKeys where object.has(key) {
            object.note(key, "means nothing with scheme \(scheme.rawValue)")
        }
        if scheme == .cookie, login == nil || cookie == nil {
            object.note(
                login == nil ? "login" : "cookie",
                "missing; scheme \"cookie\" needs the login call, and the cookie's name")
        }
        for key in ["header", "prefix"] where query != nil && object.has(key) && scheme == .token {
            object.note(key, "means nothing with query")
        }
        let given = ["token"] + valueNames
        if let pair, !given.contains(where: pair.mentions) {
            object.note("pair", "has no place for {token}")
        }
        checkCalls(object)
    }

    private func checkCalls(_ object: ProfileObject) {
        if let login, !login.isBasic, !login.call.mentions("password") {
            object.note("login.path", "the call has no place for {password}")
        }
        if let refresh {
            let given = ["refreshToken", "token"] + valueNames
            if !given.contains(where: refresh.call.mentions), !object.has("refresh", "before") {
                object.note("refresh.path", "the call has no place for {refreshToken}")
            }
        }
        let users = [refresh?.call, logout].compactMap(\.self)
        let isUsed = users.contains { $0.mentions("refreshToken") }
        if isUsed, login?.refreshToken == nil, login != nil || scheme != .token {
            object.note(
                "login.refreshToken", "missing; a call has a place for it, and nothing gives it")
        }
        if !isUsed, login?.refreshToken != nil {
            object.note(
                "login.refreshToken", "means nothing; no call has a place for {refreshToken}")
        }
        if login != nil, object.has("whoAmI", "refusedStatuses") {
            object.note("whoAmI.refusedStatuses", "means nothing with login, which refuses itself")
        }
    }
}
