package import SluiceStore
package import Users

/// A sync of what changed since the last one: from which state on, and the right to write.
package struct DeltaRun: Sendable, Hashable {
    /// The server's word for the state that the cache has.
    package let mark: String
    fileprivate let ticket: CacheTicket
    fileprivate let generation: Int64
}

extension UserCache {
    /// What to ask for changes since; nil when everyone has to be asked for.
    ///
    /// That is when there is no complete sync, or none that left a mark, when one runs, or when the last
    /// full one is older than `fullSyncAge`, in milliseconds.
    package func delta(
        ticket: CacheTicket, now: Int64, fullSyncAge: Int64
    ) throws(StoreError) -> DeltaRun? {
        try store.snapshot { db throws(StoreError) in
            guard let directory = try ticket.directory(of: self, in: db, adding: false),
                !directory.isUnclaimed || profile.text.isEmpty,
                let sync = try SyncRow.find(directory, in: db), !sync.isRunning,
                let fullAt = sync.fullAt, (0..<fullSyncAge).contains(now - fullAt),
                let mark = sync.mark
            else { return nil }
            return DeltaRun(mark: mark, ticket: ticket, generation: sync.generation)
        }
    }

    /// Writes what changed, all or none; cut off before, it is asked for again from the same mark.
    ///
    /// - Parameters:
    ///   - removed: who is gone, as the server says itself: no second sync has to confirm it.
    ///   - mark: the server's word for the state after this, with the last page; nil when there is
    ///     none that can be trusted, so that the next sync asks for everyone.
    ///   - isLast: whether no more is to come.
    package func saveDelta(
        _ users: [User], removed: [User.ID], delivering fields: UserFields,
        lacking: [User.ID: UserFields] = [:], of run: DeltaRun, mark: String?, isLast: Bool,
        now: Int64
    ) async throws(StoreError) -> UpsertCounts {
        try await store.write { db throws(StoreError) in
            guard let directory = try run.ticket.directory(of: self, in: db, adding: false),
                let sync = try SyncRow.find(directory, in: db), !sync.isRunning,
                sync.generation == run.generation
            else { return UpsertCounts(discarded: users.count + removed.count) }
            var counts = try UpsertBatch.write(
                users, delivering: fields, lacking: lacking, to: directory,
                generation: run.generation, now: now, in: db)
            for id in removed where try directory.remove(id, in: db) { counts.removed += 1 }
            try db.run(
                UserCacheSQL.syncCaughtUp, directory.number, mark, now,
                counts.inserted - counts.removed, isLast)
            return counts
        }
    }
}
