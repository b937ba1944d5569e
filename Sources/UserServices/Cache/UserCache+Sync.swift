package import SluiceStore
package import Users

/// A full sync that runs: where it goes on, and the right to write its pages.
package struct SyncRun: Sendable, Hashable {
    /// Where to ask next, as it was given to `savePage`; nil at the start.
    package let next: String?
    /// Whether an earlier run was cut off, and this one goes on with it.
    package let isResumed: Bool
    /// How many people there are, as far as the server has said.
    package let total: Int?
    /// What its pages have left out so far.
    package let skipped: [SkippedPage]
    fileprivate let ticket: CacheTicket
    fileprivate let generation: Int64
}

/// What a page of a sync did.
package struct SyncPageResult: Sendable, Hashable {
    /// The exact counts; `removed` is set by the last page.
    package var counts = UpsertCounts()
    /// What the page left out.
    package var skipped: [SkippedElement] = []
    /// After the last page: people whom this sync did not see for the first time.
    ///
    /// They may be gone, or have moved between pages while they were read. Ask for each: a 404 is a
    /// `remove(id:ticket:)`, an answer an upsert. Those who aren't asked for are removed by the next full sync
    /// that doesn't see them either.
    package var unconfirmed: [User.ID] = []
}

extension UserCache {
    /// Begins a full sync, or goes on with the one that was cut off, unless a restart is asked for.
    ///
    /// - Returns: nil when the ticket is worthless, since the account was logged out.
    package func beginSync(
        ticket: CacheTicket, restart: Bool = false, now: Int64
    ) async throws(StoreError) -> SyncRun? {
        try await store.write { db throws(StoreError) in
            guard let directory = try ticket.directory(of: self, in: db) else { return nil }
            let cut = try SyncRow.find(directory, in: db)
            if let cut, cut.isRunning, !restart {
                return SyncRun(
                    next: cut.next, isResumed: cut.next != nil, total: cut.total,
                    skipped: try skipped(now: now, in: db), ticket: ticket,
                    generation: cut.generation)
            }
            try db.run(UserCacheSQL.syncBegin, directory.number, now)
            try forgetSkipped(in: db)
            return SyncRun(
                next: nil, isResumed: false, total: cut?.total, skipped: [], ticket: ticket,
                generation: (cut?.generation ?? 0) + 1)
        }
    }

    /// Writes a page of a sync, and where it goes on, in one transaction: killed at any point, nothing is lost or doubled.
    ///
    /// - Parameters:
    ///   - page: tells this page from the sync's others; of what it left out it is the key.
    ///   - skipped: the elements that could not be read.
    ///   - repeated: gives those that came twice; asked for only when somebody did.
    ///   - next: where to ask for the next page; nil after the last one, which ends the sync and
    ///     removes the people whom neither this nor the complete sync before it has seen.
    ///   - total: how many people the server says there are.
    ///   - mark: the server's word for the state that the sync began with, once it is known.
    package func savePage(
        _ users: [User], delivering fields: UserFields, lacking: [User.ID: UserFields] = [:],
        of run: SyncRun, page: String = "", skipped: [SkippedElement] = [],
        repeated: @Sendable () -> [SkippedElement] = { [] }, next: String?, total: Int?,
        mark: String? = nil, now: Int64
    ) async throws(StoreError) -> SyncPageResult {
        try await store.write { db throws(StoreError) in
            guard let directory = try run.ticket.directory(of: self, in: db, adding: false),
                let sync = try SyncRow.find(directory, in: db),
                sync.isRunning, sync.generation == run.generation
            else { return SyncPageResult(counts: UpsertCounts(discarded: users.count)) }

            var result = SyncPageResult()
            result.counts = try UpsertBatch.write(
                users, delivering: fields, lacking: lacking, to: directory,
                generation: run.generation, now: now, in: db)
            let isDoubled = result.counts.people < users.count
            result.skipped = isDoubled ? skipped + repeated() : skipped
            try db.run(UserCacheSQL.syncAdvance, directory.number, next, total, mark)
            if next == nil {
                try end(sync, of: directory, now: now, in: db, &result)
                try forgetSkipped(in: db)
            } else {
                try noteSkipped(result.skipped, of: page, now: now, in: db)
            }
            return result
        }
    }

    /// Whom a sync that was cut off has seen, in the order in which it did.
    package func seen(by run: SyncRun) async throws(StoreError) -> [User.ID] {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return [] }
            let (first, last) = directory.numbers
            var ids: [User.ID] = []
            try db.each(UserCacheSQL.visitMet, first, last, run.generation) {
                ids.append(User.ID($0.text(0)))
            }
            return ids
        }
    }

    private func end(
        _ sync: SyncRow, of directory: DirectoryRow, now: Int64, in db: Connection,
        _ result: inout SyncPageResult
    ) throws(StoreError) {
        if let before = sync.completeGeneration {
            result.counts.removed = try directory.remove(seenBefore: before, in: db)
        }
        let (first, last) = directory.numbers
        var unseen: [User.ID] = []
        try db.each(UserCacheSQL.visitUnseen, first, last, sync.generation) {
            unseen.append(User.ID($0.text(0)))
        }
        result.unconfirmed = unseen
        try db.run(UserCacheSQL.syncComplete, directory.number, now, !unseen.isEmpty)
        try directory.recount(in: db)
    }
}

extension UserCache {
    /// The full sync that was begun and has not ended; nil when there is none.
    ///
    /// Looks at everyone then: some 50 ms for a million.
    package func unfinishedSync() async throws(StoreError) -> UnfinishedSync? {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db),
                let sync = try SyncRow.find(directory, in: db), sync.isRunning
            else { return nil }
            let (first, last) = directory.numbers
            let seen = try db.first(UserCacheSQL.visitSeen, first, last, sync.generation) {
                Int($0.integer(0))
            }
            return UnfinishedSync(startedAt: sync.startedAt, people: seen ?? 0)
        }
    }
}

/// The row of a directory's syncs.
struct SyncRow {
    var generation: Int64
    var isRunning: Bool
    var next: String?
    var startedAt: Int64
    var total: Int?
    var completeGeneration: Int64?
    var completedAt: Int64?
    var mark: String?
    /// When the last one for everyone ended; `completedAt` may be of a later one for changes only.
    var fullAt: Int64?

    static func find(_ directory: DirectoryRow, in db: Connection) throws(StoreError) -> SyncRow? {
        try db.first(UserCacheSQL.syncState, directory.number) { row in
            SyncRow(
                generation: row.integer(0), isRunning: row.integer(1) != 0,
                next: row.textIfAny(2), startedAt: row.integer(3),
                total: row.integerIfAny(4).map { Int($0) },
                completeGeneration: row.integerIfAny(5), completedAt: row.integerIfAny(6),
                mark: row.textIfAny(7), fullAt: row.integerIfAny(8))
        }
    }
}
