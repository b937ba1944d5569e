import SluiceHTTP

/// An API's own ways to say "later", besides the statuses that mean it everywhere (429, 503, …).
struct ProfileRetry: Hashable, Sendable {
    /// A header that says so by its value: `x-ratelimit-remaining: 0`.
    struct HeaderTest: Hashable, Sendable {
        var name: String
        var values: [String]
    }

    /// Further statuses; with a header's test they count only where that holds too.
    var statuses: [Int] = []
    /// Codes in the body.
    var codes: [String] = []
    var header: HeaderTest?
    /// The header that says when to ask again: seconds to wait, or a time in seconds since 1970.
    var after: String?

    init() {}

    init(_ object: inout ProfileObject) {
        statuses = object.failures("statuses") ?? []
        codes = object.texts("codes") ?? []
        header = object.object("header") { test in
            HeaderTest(
                name: test.requiredText("name", .headerName),
                values: test.someTexts("equals", "the header's value that means \"later\""))
        }
        after = object.headerName("after")
        if let name = header?.name, !name.isEmpty { object.noteHeaderName(name, "header.name") }
        if header != nil, statuses.isEmpty {
            object.note("header", "means nothing without statuses")
        }
    }
}

extension ProfileRetry {
    /// Whether an answer says "later" in the API's own way.
    func says(_ error: RequestError) -> Bool {
        guard error.errorCode == .badStatus || error.errorCode == .rejected else { return false }
        if error.serverCode.map(codes.contains) ?? false { return true }
        guard let status = error.status, statuses.contains(status) else { return false }
        return header.map { test in
            error.headers[test.name].map(test.values.contains) ?? false
        } ?? true
    }

    /// How long to wait, in seconds, from the API's own header.
    ///
    /// A number too large to be a wait is a time in seconds since 1970.
    func seconds(_ error: RequestError, now: Int64) -> Int? {
        guard let after, let number = error.headers[after].flatMap({ Int64($0) }), number >= 0
        else { return nil }
        return Int(number > 1_000_000_000 ? max(0, number - now / 1_000) : number)
    }
}

extension RetryPolicy {
    /// The usual policy, with what an API has of its own.
    init(_ retry: ProfileRetry) {
        self = .standard
        if let header = retry.header {
            headerSignal = HeaderSignal(
                statuses: Set(retry.statuses), name: header.name, values: Set(header.values))
        } else {
            statuses.formUnion(retry.statuses)
        }
        serverCodes.formUnion(retry.codes)
        afterHeader = retry.after
    }
}
