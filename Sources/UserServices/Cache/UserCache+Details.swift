import SluiceStore
import Users

/// Who was asked for alone, and when: for profiles whose lists tell less of a person.
extension UserCache {
    /// A week, which is longer than any answer is fresh.
    private static let limits = CacheLimits(age: 604_800_000, bytes: 1 << 20)

    private var details: Cache<Bool> {
        Cache(
            store, named: "detail \(responseScope) \(profile.name) \(profile.text)",
            limits: Self.limits)
    }

    /// When somebody was last asked for alone; nil when that is long ago, or never was.
    func detailTime(of id: User.ID, now: Int64) throws(StoreError) -> Int64? {
        try details.value(for: id.rawValue, now: now)?.storedAt
    }

    /// Notes that somebody was, as a part of the write of what was told.
    func noteDetail(of id: User.ID, now: Int64, in db: Connection) throws(StoreError) {
        try details.keep(true, for: id.rawValue, now: now, in: db)
    }

    /// Forgets all of it, as a part of a logout.
    func forgetDetails(in db: Connection) throws(StoreError) { try details.removeAll(in: db) }
}
