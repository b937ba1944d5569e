import SluiceHTTP

/// Where a list goes on, as a text that can be kept: a sync resumes from it in another process.
enum PageToken: Sendable, Hashable, RawRepresentable {
    /// The page with this number, from 0, whatever the API counts from.
    case page(Int)
    /// The page after this many elements.
    case offset(Int)
    /// The page that the server calls so.
    case cursor(String)
    /// The page at a URL that the server gave.
    case url(String)

    init?(rawValue: String) {
        let parts = rawValue.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let number = Int(parts[1]).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
        switch (parts[0], number) {
        case ("page", let number?): self = .page(number)
        case ("offset", let count?): self = .offset(count)
        case ("cursor", _): self = .cursor(parts[1])
        case ("url", _): self = .url(parts[1])
        default: return nil
        }
    }

    var rawValue: String {
        switch self {
        case .page(let number): "page \(number)"
        case .offset(let count): "offset \(count)"
        case .cursor(let word): "cursor \(word)"
        case .url(let text): "url \(text)"
        }
    }
}
