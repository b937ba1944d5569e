import SluiceHTTP

extension Profile {
    /// What the profile will ask, in words for its author: each call as it is made, with the places
    /// that it has for values, and what is taken from the answer. In the order of a session.
    package var explanation: [(name: String, text: String)] {
        var lines: [(name: String, text: String)] = []
        func add(_ name: String, _ call: ProfileCall?, _ what: [String?] = []) {
            guard let call else { return }
            lines.append((name, sentence([text(of: call)] + what)))
        }
        lines.append(("carries", auth.carried))
        add("before", auth.login?.before?.call)
        add("login", auth.login?.call, auth.login?.given ?? [])
        add("refresh", auth.refresh?.call, auth.refresh?.given ?? [])
        add("whoAmI", auth.whoAmI?.call, [auth.whoAmI?.account.map { "the account at \($0.text)" }])
        add("logout", auth.logout)
        add(
            "list", list.call, [list.people.explained, list.paging.explained, list.total.explained])
        if case .request(let call, _) = list.total { add("total", call) }
        add("detail", detail?.call, [detail?.explained])
        for (place, search) in searches.enumerated() {
            let name = searches.count == 1 ? "search" : "search \(place + 1)"
            add(name, search.call, [search.people.explained])
        }
        if searches.isEmpty { lines.append(("search", "in the cache: the profile has no search")) }
        if let delta {
            lines.append(("changes", "the list with \(delta.parameter)=TIME of the last sync"))
        }
        lines.append(("keeps", people.fields.names.joined(separator: ", ")))
        return lines
    }

    private func sentence(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: "; ")
    }

    private func text(of call: ProfileCall) -> String {
        let own = call.path.text
        let base =
            own.hasPrefix("/") && baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        var text = "\(call.method.rawValue) \(base)\(own)"
        var items = (query + call.query).map { "\($0.name)=\($0.template.text)" }
        if call == list.call { items += list.paging.items }
        if let limit = searches.first(where: { $0.call == call })?.limitParameter {
            items.append("\(limit)={size}")
        }
        if auth.scheme != .none, let name = auth.query { items.append("\(name)={token}") }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        return text + (call.body.map { " with the body \($0.text)" } ?? "")
    }
}

extension ProfileAuth {
    /// How a request says who asks.
    fileprivate var carried: String {
        let secret = pair.map { "base64(\($0.text))" } ?? "{token}"
        let more = headers.map { "; \($0.name): \($0.template.text)" }.joined()
        return switch scheme {
        case .none: "nothing: nobody logs in"
        case .basic: "\(header): Basic base64({name}:{password})" + more
        case .places: "{token} in the places that calls have for it" + more
        case .token, .cookie:
            (query.map { "?\($0)=\(secret)" } ?? "\(header): \(prefix)\(secret)") + more
        }
    }
}

extension LoginCall {
    fileprivate var given: [String?] {
        let place =
            switch token {
            case .path(let path): "the token at \(path.place)"
            case .header(let name): "the token in the header \(name)"
            case .cookie(let name): name == "*" ? "every cookie that it sets" : "the cookie \(name)"
            }
        return [isBasic ? "the password as HTTP Basic" : nil, place]
            + values.map { "{\($0.name)}" }
    }
}

extension DetailEndpoint {
    fileprivate var explained: String {
        isAmongOthers
            ? "the one with that id of the \(person.explained)"
            : "the person at \(person.items.place)" + person.silence
    }
}

extension PeopleRule {
    fileprivate var explained: String {
        "people at \(items.place)" + (shape == .object ? ", by their keys" : "")
            + (element.isRoot ? "" : ", each at \(element.text)") + silence
    }

    fileprivate var silence: String { isPartial ? ", where a missing key says nothing" : "" }
}

extension JSONPath {
    /// Where it leads, also where that is nowhere else.
    fileprivate var place: String { isRoot ? "the body itself" : text }
}

extension ListEndpoint.Total {
    fileprivate var explained: String {
        switch self {
        case .unknown: "the total isn't known"
        case .path(let path): "the total at \(path.place)"
        case .header(let name): "the total in the header \(name)"
        case .headRequest(let name): "the total in the header \(name) of a HEAD request"
        case .request: "the total by a call of its own"
        }
    }
}

extension ProfilePaging {
    /// The parameters that it adds to the list's call.
    fileprivate var items: [String] {
        let value: String? =
            switch style {
            case .page: "{page}"
            case .offset: "{offset}"
            case .startIndex: "{startIndex}"
            case .cursor, .lastID: "{cursor}"
            case .none, .next, .link: nil
            }
        var items: [String] = []
        if let parameter, let value { items.append("\(parameter)=\(value)") }
        if let sizeParameter { items.append("\(sizeParameter)={size}") }
        return items
    }

    fileprivate var explained: String {
        func at(_ place: Place) -> String {
            switch place {
            case .path(let path): path.place
            case .header(let name): "the header \(name)"
            }
        }
        let way =
            switch style {
            case .none: "one page holds everyone"
            case .page(let base): "pages by number from \(base)"
            case .offset: "pages by how many came before"
            case .startIndex: "pages by the number of their first person, from 1"
            case .cursor(let place): "the next cursor at \(at(place))"
            case .lastID(let path): "the next page after the last \(path.place)"
            case .next(let place): "the next page's URL at \(at(place))"
            case .link: "the next page's URL in the header Link"
            }
        guard style != .none else { return way }
        return way + ", \(size) a page, \(sizeLimit) in a sync"
    }
}

extension FieldMap {
    /// What is kept of a person, and nothing else.
    fileprivate var names: [String] {
        UserField.mapped.filter { rules[$0] != nil }.map(\.rawValue) + attributes.keys.sorted()
    }
}
