/// Where exported people go: a file, standard output, a buffer of an app's own.
///
/// An export writes any number of times, then completes or discards, once; never on the main actor,
/// and never two calls at once.
public protocol ExportTarget: Sendable {
    /// Takes the next people, in order. False when nobody takes them any more, which ends the export and is no error.
    func write(_ users: [User]) throws(ServiceError) -> Bool
    /// Everyone was written: makes it last.
    func complete() throws(ServiceError)
    /// The export failed or was cancelled: leaves what was there before, where that is possible.
    func discard()
}

/// Whom to export, how fresh they have to be, and where to.
public struct ExportRequest: Sendable {
    /// Whom; its page is of no account.
    public var read: Read<ListQuery>
    /// Where to.
    public var target: any ExportTarget
    /// Makes a request.
    public init(_ read: Read<ListQuery>, to target: any ExportTarget) {
        self.read = read
        self.target = target
    }
}

/// What an export did.
public struct ExportReport: Sendable, Hashable {
    /// How many people were written.
    public var people: Int
    /// Makes a report.
    public init(people: Int) { self.people = people }
}
