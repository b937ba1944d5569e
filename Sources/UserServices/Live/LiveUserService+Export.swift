import SluiceFlow
import SluiceStore
import Synchronization
import Users

extension LiveUserService {
    /// How many people are read at once: short reads, so that a slow reader doesn't hold up the cache.
    private static let exportBatch = 1000

    /// Writes everyone out: from the cache where that is young enough, else as the server's pages come.
    ///
    /// Whoever the pages didn't have and the cache does comes last; so does everyone else where the server
    /// fails on the way and the cache may stand in.
    @concurrent
    func exportAll(_ request: ExportRequest) async throws(ServiceError) -> Answer<ExportReport> {
        let target = request.target
        do throws(ServiceError) {
            let rows = try CacheSelection(request.read.query).query()
            let export = Export(conditions: rows.conditions, target: target, scope: scope)
            let answer = try await upToDate(request.read.freshness, export)
            try await writeRest(of: export)
            try target.complete()
            return answer.map { ExportReport(people: export.written.load(ordering: .relaxed)) }
        } catch {
            target.discard()
            throw error
        }
    }

    /// An export that runs.
    private final class Export: Sendable {
        let conditions: Conditions
        let target: any ExportTarget
        let scope: Scope
        let walk = WalkedPeople()
        let written = Atomic(0)
        /// Whether nobody takes people any more.
        let isEnded = Atomic(false)

        init(conditions: Conditions, target: any ExportTarget, scope: Scope) {
            self.conditions = conditions
            self.target = target
            self.scope = scope
        }

        /// Writes people; false when nobody takes them any more.
        func write(_ users: [User]) throws(ServiceError) -> Bool {
            guard !users.isEmpty else { return true }
            guard try target.write(users) else {
                isEnded.store(true, ordering: .relaxed)
                return false
            }
            written.add(users.count, ordering: .relaxed)
            return true
        }
    }

    /// Nothing, in the way of an answer: how old the cache is, and what it lacks.
    private func upToDate(
        _ freshness: Freshness, _ export: Export
    ) async throws(ServiceError) -> Answer<Void> {
        try await serve(
            freshness, export.scope,
            cached: { () async throws(ServiceError) in
                let state = try await cached { () async throws(StoreError) in
                    try await export.scope.cache.state()
                }
                guard state.people > 0 || state.completedAt != nil else { return nil }
                return CachedAnswer(
                    value: (), fetchedAt: state.oldestFetch, freshSince: state.completedAt,
                    notices: state.gaps)
            },
            ask: { _ async throws(ServiceError) in
                let report = try await writePages(of: export)
                return answer((), notices: Self.notices(for: report))
            })
    }

    /// Fetches everyone, and writes each page when it is in the cache.
    ///
    /// The two don't wait for each other: a reader that is slow doesn't hold the sync, nor its lock. One that
    /// has gone ends it.
    private func writePages(of export: Export) async throws(ServiceError) -> SyncReport {
        let (pages, page) = AsyncStream.makeStream(of: [User.ID].self)
        let syncing = Single<Result<SyncReport, ServiceError>, ServiceError>("sync") {
            () async throws(ServiceError) in
            // A value, so that what has come by then is written.
            defer { page.finish() }
            do throws(ServiceError) {
                return .success(try await syncAll(restart: false) { page.yield($0) })
            } catch {
                return .failure(error)
            }
        }
        let writing = Single<Void, ServiceError>("write the pages") {
            () async throws(ServiceError) in
            var rest = pages.makeAsyncIterator()
            while let ids = await CallAccount.wait({ await rest.next(isolation: nil) }) {
                let new = export.walk.meet(ids)
                let users = try await cached { () async throws(StoreError) in
                    try await export.scope.cache.users(new, export.conditions)
                }
                guard try export.write(users) else {
                    throw ServiceError(.cancelled, "Nobody reads any more")
                }
            }
        }
        do throws(ServiceError) {
            return try await syncing.zip(writing).value().0.get()
        } catch {
            // What ended it was the reader's leaving, and no failure.
            guard error.errorCode == .cancelled, export.isEnded.load(ordering: .relaxed) else {
                throw error
            }
            return SyncReport()
        }
    }

    /// Writes from the cache whoever isn't written yet.
    private func writeRest(of export: Export) async throws(ServiceError) {
        var place: Int64?
        while !export.isEnded.load(ordering: .relaxed) {
            let batch = try await cached { [place] () async throws(StoreError) in
                try await export.scope.cache.batch(
                    export.conditions, after: place, limit: Self.exportBatch)
            }
            if batch.users.isEmpty { return }
            guard try export.write(export.walk.unmet(batch.users)) else { return }
            place = batch.last
            let written = export.written.load(ordering: .relaxed)
            await CallProgress.report(completed: Int64(written), unit: "people")
        }
    }
}

extension UserCacheState {
    /// What a person should be told of a cache that doesn't hold everyone.
    var gaps: [String] {
        if isSyncing { return ["The cache is incomplete, a sync was not finished: \(coverage)"] }
        guard completedAt == nil else { return [] }
        return total == nil
            ? ["The cache may be incomplete: \(coverage)"]
            : ["The cache is incomplete: \(coverage)"]
    }

    /// What a person should be told of a full sync that has not ended. One that ended before is not
    /// undone by it: everyone is still there.
    func notice(of sync: UnfinishedSync) -> String {
        let total = total.map { " of \(Self.grouped($0))" } ?? ""
        let place =
            "A full sync is not finished, \(Self.grouped(sync.people))\(total) people so far"
        return completedAt == nil
            ? "\(place); `sluice sync` goes on with it"
            : "\(place); until `sluice sync` ends it, the cache is complete as of the last one"
    }
}
