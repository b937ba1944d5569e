/// What an API's answers mean: where code, message and data stand, what success is, what ends a session.
///
/// `standard` fits `{code, message, timestamp, data}` and bodies without an envelope alike.
public struct APIRules: Sendable, Hashable {
    /// Statuses that mean the credential is missing or no longer accepted.
    public var sessionStatuses: Set<Int>
    /// Codes in the body that mean the same, as text: `token_expired`, `10401`.
    public var sessionCodes: Set<String>
    /// Where the server's code is; the first place that holds a scalar counts.
    package var codePaths: [JSONPath]
    /// Where the server's message is; the first place that holds a text counts.
    package var messagePaths: [JSONPath]
    /// Where the payload is; nil when it is the whole body.
    package var dataPath: JSONPath?
    /// The tests that each must hold for an answer to be a success; none when the status says it all.
    package var success: [SuccessTest]

    /// Makes rules from parsed paths.
    package init(
        sessionStatuses: Set<Int> = [401, 666], sessionCodes: Set<String> = [],
        codePaths: [JSONPath], messagePaths: [JSONPath], dataPath: JSONPath?,
        success: [SuccessTest]
    ) {
        self.sessionStatuses = sessionStatuses
        self.sessionCodes = sessionCodes
        self.codePaths = codePaths
        self.messagePaths = messagePaths
        self.dataPath = dataPath
        self.success = success
    }

    /// Makes rules for an envelope, with paths as `result.value` or `errors[0].message`.
    ///
    /// A code that is absent is a success too, so that bodies without an envelope pass; nil as
    /// `successCodes` makes no test of the code at all. Throws when a path is malformed.
    public init(
        code: String, message: String, data: String?, successCodes: Set<String>?,
        sessionStatuses: Set<Int> = [401, 666], sessionCodes: Set<String> = []
    ) throws(MalformedPath) {
        func path(_ text: String) throws(MalformedPath) -> JSONPath {
            do { return try JSONPath(text) } catch {
                throw MalformedPath(path: text, reason: "\(error)")
            }
        }
        var dataPath: JSONPath?
        if let data { dataPath = try path(data) }
        let codePath = try path(code)
        self.init(
            sessionStatuses: sessionStatuses, sessionCodes: sessionCodes, codePaths: [codePath],
            messagePaths: [try path(message)], dataPath: dataPath,
            success: successCodes.map { [.oneOf(codePath, $0, orAbsent: true)] } ?? [])
    }

    /// The rules of `{code, message, timestamp, data}`, with success as code 0, 200, `ok` or `true`.
    ///
    /// A body without a code passes, unless it says `error` and no data was its answer.
    public static let standard = APIRules(
        codePaths: ["code", "error.code", "errno"].map(\.path),
        messagePaths: ["message", "error.message", "error_description", "msg", "detail", "error"]
            .map(\.path),
        dataPath: JSONPath(key: "data"),
        success: [
            .oneOf(
                JSONPath(key: "code"), ["0", "200", "ok", "OK", "success", "true"], orAbsent: true),
            .absent(JSONPath(key: "error")),
        ])

    /// A path that can't be read.
    public struct MalformedPath: Error, Hashable, Sendable {
        /// The path as it was given.
        public let path: String
        /// What is wrong with it.
        public let reason: String
    }
}

/// A test that the body of a success passes.
package enum SuccessTest: Sendable, Hashable {
    /// The scalar at the path has one of these texts (`200`, `true`, `ok`).
    case oneOf(JSONPath, Set<String>, orAbsent: Bool)
    /// Something other than null is at the path.
    case present(JSONPath)
    /// Nothing is at the path, or null, or false.
    case absent(JSONPath)

    /// Whether the body with this root passes.
    func holds(_ root: JSONValue) -> Bool {
        switch self {
        case .oneOf(let path, let texts, let orAbsent):
            guard let value = root.value(at: path) else { return orAbsent }
            return value.text.map(texts.contains) ?? false
        case .present(let path): return root.value(at: path).map { !$0.isNull } ?? false
        case .absent(let path):
            return root.value(at: path).map { $0.isNull || $0.bool == false } ?? true
        }
    }
}

extension String {
    /// A path of keys, for the literals above.
    fileprivate var path: JSONPath { (try? JSONPath(self)) ?? JSONPath(key: self) }
}
