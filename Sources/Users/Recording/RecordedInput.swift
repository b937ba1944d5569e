public import SluiceFlow

/// What a person asks for, as it stands in a recording and is read again from there.
protocol RecordedInput: TimelineText {
    /// Takes its words from the front; nil when they aren't its own.
    init?(_ words: inout InputWords)
}

extension RecordedInput {
    /// Reads the whole of a text.
    init?(timelineText text: String) {
        guard var words = InputWords(text) else { return nil }
        self.init(&words)
        if !words.isEmpty { return nil }
    }
}

extension Freshness: RecordedInput {
    /// `cached`, `maxAge 0`, `fresh` or `offline`.
    public var timelineText: String {
        switch self {
        case .cached(nil): "cached"
        case .cached(let age?): "maxAge \(age)"
        case .fresh: "fresh"
        case .offline: "offline"
        }
    }

    init?(_ words: inout InputWords) {
        if words.take("cached") {
            self = .cached()
        } else if words.take("fresh") {
            self = .fresh
        } else if words.take("offline") {
            self = .offline
        } else if let age: Int64 = words.number(after: "maxAge") {
            self = .cached(maxAge: age)
        } else {
            return nil
        }
    }
}

extension Read: TimelineText {
    /// The query, and how fresh the answer has to be where that is said.
    public var timelineText: String {
        let query = (query as? String).map(InputWords.quote) ?? SluiceFlow.timelineText(of: query)
        return query + (freshness == .cached() ? "" : " \(freshness.timelineText)")
    }
}

extension Read {
    /// Reads a text whose query is read by `query`.
    init?(timelineText text: String, _ query: (inout InputWords) -> Query?) {
        guard var words = InputWords(text), let query = query(&words) else { return nil }
        self.init(query, Freshness(&words) ?? .cached())
        if !words.isEmpty { return nil }
    }
}

extension SearchQuery: RecordedInput {
    /// The text, and the limit where it isn't the usual one.
    public var timelineText: String {
        InputWords.quote(text) + (limit == SearchQuery("").limit ? "" : " limit \(limit)")
    }

    init?(_ words: inout InputWords) {
        guard let text = words.text() else { return nil }
        self.init(text)
        if let limit: Int = words.number(after: "limit") { self.limit = limit }
    }
}

extension ListQuery: RecordedInput {
    /// `page 2 perPage 10 all where "department" "sales" sort "email"`.
    public var timelineText: String {
        let conditions = conditions.map {
            "where \(InputWords.quote($0.field)) \(InputWords.quote($0.text))"
        }
        let words = [
            "page \(page)", perPage.map { "perPage \($0)" }, all ? "all" : nil,
        ]
        let order = sort.map { "sort \(InputWords.quote($0))" }
        return (words.compactMap(\.self) + conditions + [order].compactMap(\.self))
            .joined(separator: " ")
    }

    init?(_ words: inout InputWords) {
        guard let page: Int = words.number(after: "page") else { return nil }
        self.init(page: page)
        perPage = words.number(after: "perPage")
        all = words.take("all")
        while words.take("where") {
            guard let field = words.text(), let text = words.text() else { return nil }
            conditions.append(Condition(field: field, text: text))
        }
        if words.take("sort") { sort = words.text() }
    }
}

extension Credentials: RecordedInput {
    /// The name in quotes; the password is in no timeline.
    public var timelineText: String { InputWords.quote(name) }

    /// A password isn't recorded, and what stands for it is masked in an exchange too.
    init?(_ words: inout InputWords) {
        guard let name = words.text() else { return nil }
        self.init(name: name, password: "[redacted]")
    }
}

extension WatchQuery: RecordedInput {
    /// Whom, and how often.
    public var timelineText: String {
        (who.map(InputWords.quote) ?? "everyone") + (interval.map { " every \($0)" } ?? "")
    }

    init?(_ words: inout InputWords) {
        if words.take("everyone") {
            self.init()
        } else if let who = words.text() {
            self.init(who: who)
        } else {
            return nil
        }
        interval = words.number(after: "every")
    }
}

extension ExportRequest: TimelineText {
    /// Whom; not where to.
    public var timelineText: String { SluiceFlow.timelineText(of: read) }
}

/// Where people of a replayed export go: nowhere.
struct NoTarget: ExportTarget {
    func write(_ users: [User]) throws(ServiceError) -> Bool { true }
    func complete() throws(ServiceError) {}
    func discard() {}
}
