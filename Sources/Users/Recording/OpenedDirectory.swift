public import SluiceFlow

/// That a directory was opened in a session: which, as whom, and when.
public struct OpenedDirectory: Sendable, Hashable, TimelineText {
    /// The name of the input by which a recording tells it.
    public static let inputName = "open"

    /// Which directory; of a token only whether there is one.
    public var choice: DirectoryChoice
    /// The time of day; milliseconds since 1970.
    public var time: Int64

    /// Makes one of a choice.
    public init(choice: DirectoryChoice, time: Int64) {
        self.choice = choice
        self.time = time
    }

    /// `"kinto" url "http://127.0.0.1:8888/v1" account "ana" token set "bucket" "dir" at 1800000000000`.
    public var timelineText: String {
        let words: [String?] = [
            InputWords.quote(choice.profile ?? "sample"),
            choice.baseURL.map { "url \(InputWords.quote($0))" },
            choice.account.map { "account \(InputWords.quote($0))" },
            choice.token.map { _ in "token" },
            choice.timeout.map { "timeout \($0)" },
        ]
        let variables = choice.variables.sorted { $0.key < $1.key }
            .map { "set \(InputWords.quote($0.key)) \(InputWords.quote($0.value))" }
        return (words.compactMap(\.self) + variables + ["at \(time)"]).joined(separator: " ")
    }

    /// Reads the text; nil when it isn't one.
    public init?(timelineText text: String) {
        guard var words = InputWords(text), let profile = words.text() else { return nil }
        choice = DirectoryChoice(profile: profile)
        if words.take("url") { choice.baseURL = words.text() }
        if words.take("account") { choice.account = words.text() }
        if words.take("token") { choice.token = "[redacted]" }
        choice.timeout = words.number(after: "timeout")
        while words.take("set") {
            guard let name = words.text(), let value = words.text() else { return nil }
            choice.variables[name] = value
        }
        guard let time: Int64 = words.number(after: "at"), words.isEmpty else { return nil }
        self.time = time
    }
}
