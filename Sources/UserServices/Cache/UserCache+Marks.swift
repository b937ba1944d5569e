package import SluiceStore
package import Users

/// What the cache held at some time, as marks: enough to tell later who came, changed or went.
///
/// Some 60 bytes a person.
package struct CacheMarks: Sendable {
    fileprivate struct Mark: Sendable, Hashable {
        var number: Int64
        var checksum: Int64
    }
    fileprivate var marks: [String: Mark] = [:]

    /// How many people there were.
    package var count: Int { marks.count }
}

/// Who differs between two states of the cache.
package struct CacheDifference: Sendable {
    /// Those who came or changed, in the order of the cache, and which of the two.
    package var present: [(id: User.ID, kind: UserChange.Kind)] = []
    /// Those who went.
    package var removed: [User.ID] = []

    package var isEmpty: Bool { present.isEmpty && removed.isEmpty }
}

extension UserCache {
    /// The marks of everyone, or of one person. Reads all rows: a third of a second for a million.
    package func marks(of id: User.ID? = nil) async throws(StoreError) -> CacheMarks {
        try await store.backgroundSnapshot { db throws(StoreError) in
            var found = CacheMarks()
            guard let directory = try DirectoryRow.find(self, in: db) else { return found }
            func add(_ row: borrowing Row) {
                found.marks[row.text(0)] = .init(number: row.integer(1), checksum: row.integer(2))
            }
            if let id {
                try db.each(UserCacheSQL.markOne, directory.number, id.rawValue) { add($0) }
            } else {
                let (first, last) = directory.numbers
                try db.each(UserCacheSQL.markAll, first, last) { add($0) }
            }
            return found
        }
    }
}

extension CacheMarks {
    /// Who is different in `later`.
    package func difference(to later: CacheMarks) -> CacheDifference {
        var difference = CacheDifference()
        var present: [(number: Int64, id: String, kind: UserChange.Kind)] = []
        for (id, mark) in later.marks {
            guard let before = marks[id] else {
                present.append((mark.number, id, .inserted))
                continue
            }
            if before.checksum != mark.checksum { present.append((mark.number, id, .changed)) }
        }
        present.sort { $0.number < $1.number }
        difference.present = present.map { (User.ID($0.id), $0.kind) }
        difference.removed = marks.filter { later.marks[$0.key] == nil }
            .sorted { $0.value.number < $1.value.number }.map { User.ID($0.key) }
        return difference
    }
}
