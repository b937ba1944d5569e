/// A command line taken apart: the command, its arguments, and the options with their values.
struct ParsedLine {
    /// The command; nil when only options were given.
    var spec: CommandSpec?
    /// The words that are neither the command nor options.
    var arguments: [String] = []
    /// The values of each option that was given, in order; a flag's is empty text.
    var options: [String: [String]] = [:]

    /// Whether an option was given.
    func has(_ option: String) -> Bool { options[option] != nil }

    /// The value of an option, the last where it was given more than once.
    subscript(option: String) -> String? { options[option]?.last }

    /// The value of an option that takes a whole number.
    func number(_ option: String) -> Int? { self[option].flatMap { Int($0) } }

    /// The sides of each `NAME=TEXT` of an option.
    func assignments(_ option: String) -> [(name: String, text: String)] {
        (options[option] ?? []).compactMap { value in
            guard let equals = value.firstIndex(of: "=") else { return nil }
            return (String(value[..<equals]), String(value[value.index(after: equals)...]))
        }
    }
}
