import Synchronization

/// The attributes that `--fields` names, held against those of the people who are shown: a name that
/// nobody has may be mistyped, and only the profile and its server know which there are.
///
/// Shared by the views and by an export, whose people never come to the main actor.
final class AskedAttributes: Sendable {
    /// How many names of other attributes are told.
    private static let most = 10

    private struct Found {
        /// Those that nobody had so far, in the order in which they were asked for.
        var missing: [String]
        /// The names of all that anybody had.
        var seen: Set<String> = []
        var people = 0
    }
    private let found: Mutex<Found>

    /// The attributes among the fields; nil when there are none.
    init?(_ fields: [String]?) {
        let names = (fields ?? []).compactMap(Record.part(of:)).filter { $0.field == "attributes" }
            .map(\.inner)
        guard !names.isEmpty else { return nil }
        var known: Set<String> = []
        found = Mutex(Found(missing: names.filter { known.insert($0).inserted }))
    }

    /// Looks at people who are shown; no further ones, once each attribute was met.
    func note(_ records: [Record]) {
        found.withLock { found in
            for record in records where !found.missing.isEmpty {
                guard case .object(let fields) = record["attributes"] else { continue }
                found.people += 1
                let names = fields.map(\.name)
                found.missing.removeAll(where: names.contains)
                found.seen.formUnion(names)
            }
        }
    }

    /// What is to be said when everyone was shown; nil when each attribute was met, or there was nobody.
    var notice: String? {
        found.withLock { found in
            guard found.people > 0, !found.missing.isEmpty else { return nil }
            let what = found.missing.count == 1 ? "attribute" : "attributes"
            let names = found.seen.sorted()
            let more = names.count > Self.most ? ", …" : ""
            let others =
                names.isEmpty
                ? "or any other"
                : "only " + names.prefix(Self.most).joined(separator: ", ") + more
            let asked = found.missing.joined(separator: ", ")
            return "Nobody shown has the \(what) \(asked), \(others)"
        }
    }
}
