import SluiceHTTP

extension Profile {
    /// Notes what doesn't go together, of parts that know nothing of each other.
    func check(_ object: ProfileObject) {
        if auth.scheme == .places, !carriesToken {
            object.note("auth.scheme", "\"places\", and the list has no place for {token}")
        }
        for status in Set(retry.statuses).intersection(envelope.sessionStatuses).sorted() {
            object.note("retry.statuses", "\(status) stands in envelope.sessionStatuses too")
        }
        if let delta {
            if list.people.fields.rules[.updatedAt] == nil {
                object.note("delta", "means nothing while the list has no updatedAt to ask since")
            }
            if delta.isTagOfAll, !hasETags {
                object.note("delta.etagOfAll", "means nothing without etags")
            }
        }
        checkKeys(object)
        if let detail, detail.isAmongOthers, !detail.call.mentions("id"),
            list.paging.style != .none, detail.call.path == list.call.path
        {
            object.note(
                "detail.path",
                "the call has no place for {id}, and a list in pages doesn't hold everyone")
        }
        checkParameters(object)
    }

    /// Whether something of a call, or of all calls, has a place for what only a login gives.
    private var carriesToken: Bool {
        let own = ["token"] + auth.valueNames
        return own.contains { name in
            list.call.mentions(name)
                || (headers + query + auth.headers).contains { $0.template.mentions(name) }
        }
    }

    /// Notes an id that is looked for where people have no keys.
    private func checkKeys(_ object: ProfileObject) {
        var rules = [("list", list.people)]
        // Whoever is asked for alone stands under the id that was asked for.
        if let detail, detail.isAmongOthers { rules.append(("detail", detail.person)) }
        rules += searches.map { ("search", $0.people) }
        for (name, rule) in rules where rule.shape == .array && rule.fields.needsKeys {
            object.note(
                "\(name).fields.id", "\"@key\" is there only with \"shape\": \"object\"")
        }
    }

    /// Notes parameters that a request would carry twice.
    private func checkParameters(_ object: ProfileObject) {
        func check(_ names: [(key: String, name: String?)], _ call: ProfileCall, _ what: String) {
            var known = Set((query + call.query).map(\.name))
            if let name = auth.query, auth.scheme != .none { known.insert(name) }
            for (key, name) in names {
                guard let name, !known.insert(name).inserted else { continue }
                object.note(key, "\"\(name)\" is a parameter of \(what) already")
            }
        }
        check(
            [
                ("list.paging.parameter", list.paging.parameter),
                ("list.paging.sizeParameter", list.paging.sizeParameter),
                ("list.sort.parameter", list.sortParameter),
                ("delta.parameter", delta?.parameter),
            ], list.call, "the list")
        for search in searches {
            check([("search.limitParameter", search.limitParameter)], search.call, "the search")
        }
    }
}

extension ProfileObject {
    /// Notes a name that can't be that of a file, or of `use NAME:ACCOUNT`.
    func noteProfileName(_ name: String) {
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        guard !isName || name.hasPrefix(".") || name.hasPrefix("-") || name.hasSuffix(".json")
        else { return }
        note("name", "\"\(name)\" is no name; one has letters, digits, and _ - . between them")
    }

    /// Notes a URL that no request can begin with.
    func noteBaseURL(_ text: String) {
        guard !text.isEmpty else { return }
        guard let url = HTTPURL(text) else {
            return note("baseURL", "\"\(text)\" is no URL; one is https://api.example.com/v1")
        }
        // Anybody may read a profile, and a check prints it.
        if url.description != url.text {
            return note(
                "baseURL",
                "\"\(url.description)\" has a secret in it; `sluice login NAME` asks for that")
        }
        if !url.isHTTP, url.scheme != "sample" {
            return note(
                "baseURL", "\"\(text)\" has a scheme that isn't one of http, https, sample")
        }
        if text.contains(where: "{}".contains) {
            return note("baseURL", "\"\(text)\" has a brace in it; paths have places for values")
        }
        if text.contains("#") { note("baseURL", "\"\(text)\" has a # in it, where a path ends") }
    }
}
