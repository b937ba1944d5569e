import SluiceHTTP

/// How an API says yes and no: where its code, message and data stand, and which of them mean what.
struct ProfileEnvelope: Hashable, Sendable {
    /// What makes an answer a success, beyond its HTTP status.
    enum Success: Hashable, Sendable {
        /// The status alone.
        case status
        /// The value at the first code path is one of these; or, where that may be, isn't there.
        case code([String], orAbsent: Bool)
        /// The value at this path is true.
        case isTrue(JSONPath)
        /// Something stands at this path.
        case present(JSONPath)
        /// Nothing stands at this path, or null, or false.
        case absent(JSONPath)
    }

    /// Where the payload stands; nil where the whole body is it.
    var data: JSONPath?
    /// Where the server's own code stands, tried in order.
    var codes: [JSONPath] = []
    /// Where the server's own message stands, tried in order.
    var messages: [JSONPath] = []
    var success = Success.status
    /// The HTTP statuses that mean "your session has ended".
    var sessionStatuses = [401]
    /// The codes in a body that mean the same.
    var sessionCodes: [String] = []
    /// The codes in a body that mean "no such person"; HTTP 404 does so anyway.
    var notFoundCodes: [String] = []
    /// The codes in a body that mean "not permitted"; HTTP 403 does so anyway.
    var forbiddenCodes: [String] = []

    /// A bare API: the whole body is the payload, and the status says it all.
    init() {}

    init(_ object: inout ProfileObject) {
        data = object.path("data")
        codes = object.paths("code")
        messages = object.paths("message")
        sessionStatuses = object.failures("sessionStatuses") ?? [401]
        sessionCodes = object.texts("sessionCodes") ?? []
        notFoundCodes = object.texts("notFoundCodes") ?? []
        forbiddenCodes = object.texts("forbiddenCodes") ?? []
        success =
            object.object("success") { test in
                let codes = test.texts("code", .someTexts)
                let isOptional = test.flag("optional")
                if isOptional != nil, codes == nil {
                    test.note("optional", "means nothing without code")
                }
                let tests: [Success?] = [
                    codes.map { .code($0, orAbsent: isOptional ?? false) },
                    test.path("true").map { .isTrue($0) },
                    test.path("present").map { .present($0) },
                    test.path("absent").map { .absent($0) },
                ]
                let found = tests.compactMap(\.self)
                if found.count != 1 {
                    test.note(
                        "code", "expected one of code, true, present, absent, and one only")
                }
                return found.first ?? .status
            } ?? .status
        let needsCode: Bool = if case .code = success { true } else { false }
        let hasCodes = !(sessionCodes + notFoundCodes + forbiddenCodes).isEmpty
        if codes.isEmpty, needsCode || hasCodes, !object.has("code") {
            object.note("code", "missing; a test of the code needs the code's path")
        }
        checkMeanings(object)
    }

    /// Notes a code that means two things.
    private func checkMeanings(_ object: ProfileObject) {
        var meanings: [(key: String, codes: [String])] = [
            ("sessionCodes", sessionCodes), ("notFoundCodes", notFoundCodes),
            ("forbiddenCodes", forbiddenCodes),
        ]
        if case .code(let codes, _) = success { meanings.insert(("success.code", codes), at: 0) }
        var known: [String: String] = [:]
        for (key, codes) in meanings {
            for code in Set(codes).sorted() {
                if let other = known[code] {
                    object.note(key, "\"\(code)\" stands in \(other) too")
                }
                known[code] = key
            }
        }
    }
}
