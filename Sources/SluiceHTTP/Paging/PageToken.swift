/// Where a list goes on, as a text that can be kept: a walk resumes from it in another process.
public enum PageToken: Sendable, Hashable, RawRepresentable {
    /// The page with this number, from 0, whatever the API counts from; `after` is how many elements
    /// came before, nil where they weren't seen.
    case page(Int, after: Int? = nil)
    /// The page after this many elements.
    case offset(Int)
    /// The page that the server calls so.
    case cursor(String)
    /// The page at a URL that the server gave.
    case url(String)

    /// Reads what `rawValue` wrote; nil for any other text.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let words = parts[1].split(separator: " ")
        let numbers = words.compactMap { word in
            Int(word).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
        }
        let isNumeric = numbers.count == words.count
        switch (parts[0], numbers.count) {
        case ("page", 1) where isNumeric: self = .page(numbers[0])
        case ("page", 2) where isNumeric: self = .page(numbers[0], after: numbers[1])
        case ("offset", 1) where isNumeric: self = .offset(numbers[0])
        case ("cursor", _): self = .cursor(parts[1])
        case ("url", _): self = .url(parts[1])
        default: return nil
        }
    }

    /// The token as a text, to be kept.
    public var rawValue: String {
        switch self {
        case .page(let number, let after): "page \(number)" + (after.map { " \($0)" } ?? "")
        case .offset(let count): "offset \(count)"
        case .cursor(let word): "cursor \(word)"
        case .url(let text): "url \(text)"
        }
    }
}
