/// What an answer says of where its list goes on.
package struct PageFacts: Sendable, Hashable, Codable {
    /// How many elements the page has, also those that can't be read.
    package var count: Int
    /// How many there are in all.
    package var total: Int?
    /// What stands where the next page is looked for.
    package var link: String?
    /// Whether there is more, where the answer says so.
    package var more: Bool?
    /// How many pages there are, where the answer says so.
    package var pages: Int?

    package init(
        count: Int, total: Int? = nil, link: String? = nil, more: Bool? = nil, pages: Int? = nil
    ) {
        self.count = count
        self.total = total
        self.link = link
        self.more = more
        self.pages = pages
    }

    /// Reads an answer of `count` elements, which stand in the array at `items`, counted from the root.
    package init(_ payload: Payload, _ paging: Paging, count: Int, items: JSONValue?) {
        self.init(count: count)
        func value(_ path: JSONPath) -> JSONValue? { payload.root?.value(at: path) }
        more =
            paging.more.flatMap { value($0)?.isTruthy }
            ?? paging.last.flatMap { value($0)?.isTruthy }.map { !$0 }
        pages = paging.pages.flatMap { value($0)?.text.flatMap { Int($0) } }
        if case .path(let path)? = paging.total {
            total = value(path)?.text.flatMap { Int($0) }
        }
        switch paging.style {
        case .cursor(.path(let path)), .next(.path(let path)):
            // Some write a cursor that leads nowhere as false or 0.
            if let value = value(path), value.isTruthy { link = value.text }
        case .lastID(let path):
            link = items?.elements.reduce(nil) { $1 }?.value(at: path)?.text
        default: break
        }
        self = updated(by: payload.response.headers, paging)
    }

    /// The number in a header field: `120`, or what stands after the slash of `items 0-49/120`
    /// (RFC 9110 §14.4), where `*` is unknown.
    static func total(_ text: String) -> Int? {
        let word = text.lastIndex(of: "/").map { text[text.index(after: $0)...] } ?? text[...]
        return Int(word.filter { !$0.isWhitespace })
    }

    /// The facts with what these fields say: a 304 repeats some of them, or none.
    package func updated(by headers: HTTPHeaders, _ paging: Paging) -> PageFacts {
        var facts = self
        if case .header(let name)? = paging.total, let text = headers[name] {
            facts.total = Self.total(text)
        }
        switch paging.style {
        case .cursor(.header(let name)), .next(.header(let name)):
            facts.link = headers[name] ?? facts.link
        case .link:
            let links = headers.values(for: "Link")
            if !links.isEmpty { facts.link = links.lazy.compactMap(LinkHeader.next).first }
        default: break
        }
        return facts
    }
}

extension JSONValue {
    /// Whether it says yes: true, or anything but false, null, nothing and zero.
    fileprivate var isTruthy: Bool {
        switch kind {
        case .null: false
        case .bool: bool ?? false
        case .string, .number: !["", "0", "false"].contains(text)
        case .object, .array: count > 0
        }
    }
}
