/// What the command table says about one option.
struct OptionSpec: Sendable {
    /// What an option takes.
    enum Value: Sendable, Hashable {
        /// Nothing: it is there or not.
        case flag
        /// A text; the placeholder names it in the help.
        case text(String)
        /// A whole number, at least the minimum.
        case count(String, minimum: Int)
        /// A number of seconds, 0 or more, with or without decimals.
        case seconds
        /// A number of seconds that isn't 0, with or without decimals.
        case duration
        /// One of some words.
        case choice([String])
        /// `NAME=TEXT`; the placeholder names both sides.
        case assignment(String)
        /// Field names of the results, separated by commas.
        case fields
    }

    /// Its name, without the dashes.
    var name: String
    /// A letter that stands for it, with its dash; nil for most.
    var short: String?
    /// What it takes.
    var value: Value
    /// Whether it may be given more than once.
    var isRepeatable: Bool
    /// What it does, in a few words.
    var summary: String

    /// Describes an option that takes nothing.
    init(_ name: String, short: String? = nil, _ summary: String) {
        self.init(name, .flag, summary)
        self.short = short
    }

    /// Describes an option.
    init(_ name: String, _ value: Value, isRepeatable: Bool = false, _ summary: String) {
        self.name = name
        self.value = value
        self.isRepeatable = isRepeatable
        self.summary = summary
    }

    /// How it is typed: `--per-page N`.
    var usage: String {
        guard let placeholder else { return (short.map { $0 + ", " } ?? "") + "--\(name)" }
        return "--\(name) \(placeholder)"
    }

    /// What stands for its value in the help; nil for a flag.
    var placeholder: String? {
        switch value {
        case .flag: nil
        case .text(let name), .count(let name, _), .assignment(let name): name
        case .seconds, .duration: "SECONDS"
        case .choice(let words): words.joined(separator: "|")
        case .fields: "a,b"
        }
    }

    /// Why a value is wrong, in words that follow "needs"; nil when it is right.
    func need(_ text: String) -> String? {
        switch value {
        case .flag, .fields: nil
        case .text(let name): text.isEmpty ? "a \(name)" : nil
        case .count(_, let minimum):
            Int(text).map { $0 >= minimum } == true ? nil : "a whole number of at least \(minimum)"
        case .seconds:
            Self.milliseconds(text) == nil ? "a number of seconds, 0 or more" : nil
        case .duration:
            (Self.milliseconds(text) ?? 0) > 0 ? nil : "a number of seconds above 0"
        case .choice(let words):
            words.contains(text) ? nil : "one of " + words.joined(separator: ", ")
        case .assignment(let name):
            (text.firstIndex(of: "=") ?? text.startIndex) > text.startIndex
                ? nil : "\(name), with a name before the `=`"
        }
    }

    /// A number of seconds as milliseconds; nil when the text isn't one, or is out of range.
    static func milliseconds(_ text: String) -> Int64? {
        guard let seconds = Double(text), seconds.isFinite, seconds >= 0, seconds < 1e12 else {
            return nil
        }
        return Int64(seconds * 1_000 + 0.5)
    }
}
