import SluiceStore
package import Users

/// What a page of a full sync left out, since it could not be read.
package struct SkippedPage: Sendable, Hashable {
    /// Tells the page from the sync's others.
    package var page: String
    /// The elements, in order.
    package var elements: [SkippedElement]
}

/// What the full sync that runs has left out so far: who goes on with it tells of all of that.
extension UserCache {
    /// A week: whoever goes on later begins to count anew.
    private static let limits = CacheLimits(age: 604_800_000, bytes: 16 << 20)

    private var skips: Cache<[SkippedElement]> {
        Cache(
            store, named: "skipped \(responseScope) \(profile.name) \(profile.text)",
            limits: Self.limits)
    }

    /// By page, in the order in which the pages came.
    func skipped(now: Int64, in db: Connection) throws(StoreError) -> [SkippedPage] {
        try skips.values(now: now, in: db).map { SkippedPage(page: $0.key, elements: $0.value) }
    }

    /// Notes what a page left out, as a part of its write.
    func noteSkipped(
        _ elements: [SkippedElement], of page: String, now: Int64, in db: Connection
    ) throws(StoreError) {
        guard !elements.isEmpty else { return }
        try skips.keep(elements, for: page, now: now, in: db)
    }

    /// Forgets all of it, when a sync begins or has ended, and as a part of a logout.
    func forgetSkipped(in db: Connection) throws(StoreError) { try skips.removeAll(in: db) }
}
