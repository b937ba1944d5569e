import SluiceFlow

/// What a person asks for, and how fresh the answer has to be.
public struct Read<Query: Sendable & Hashable>: Sendable, Hashable {
    /// What to read.
    public var query: Query
    /// How old the answer may be.
    public var freshness: Freshness

    /// Makes a request; without a freshness, the profile's own age decides.
    public init(_ query: Query, _ freshness: Freshness = .cached()) {
        self.query = query
        self.freshness = freshness
    }
}

extension Flow where Kind == EventKind {
    /// These events, and the latest of them again for each event of `again`.
    func repeated(by again: Signal<Void>) -> Signal<Element> {
        let latest = map { Optional($0) }.startWith(nil)
        return .merge(self, again.withLatestFrom(latest).compactMap { $0.1 })
    }
}
