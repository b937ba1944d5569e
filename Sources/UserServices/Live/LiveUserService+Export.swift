import SluiceFlow
import SluiceStore
import Users

extension LiveUserService {
    /// How many people are read at once: short reads, so that a slow reader doesn't hold up the cache.
    private static let exportBatch = 1000

    /// Brings the cache up to date if it has to be, and writes it out.
    @concurrent
    func exportAll(_ request: ExportRequest) async throws(ServiceError) -> Answer<ExportReport> {
        let target = request.target
        do throws(ServiceError) {
            let rows = try CacheSelection(request.read.query).query()
            let scope = scope
            let answer = try await upToDate(request.read.freshness, scope)
            let people = try await write(rows, scope, to: target)
            try target.complete()
            return answer.map { ExportReport(people: people) }
        } catch {
            target.discard()
            throw error
        }
    }

    /// Nothing, in the way of an answer: how old the cache is, and what it lacks.
    private func upToDate(
        _ freshness: Freshness, _ scope: Scope
    ) async throws(ServiceError) -> Answer<Void> {
        try await serve(
            freshness, scope,
            cached: { () async throws(ServiceError) in
                let state = try await cached { () async throws(StoreError) in
                    try await scope.cache.state()
                }
                guard state.people > 0 || state.completedAt != nil else { return nil }
                return CachedAnswer(
                    value: (), fetchedAt: state.oldestFetch, freshSince: state.completedAt,
                    notices: state.gaps)
            },
            ask: { _ async throws(ServiceError) in
                let report = try await syncAll(restart: false)
                return answer((), notices: Self.notices(for: report))
            })
    }

    private func write(
        _ rows: UserCacheQuery, _ scope: Scope, to target: any ExportTarget
    ) async throws(ServiceError) -> Int {
        var written = 0
        var place: Int64?
        while true {
            let batch = try await cached { [place] () async throws(StoreError) in
                try await scope.cache.batch(rows.conditions, after: place, limit: Self.exportBatch)
            }
            if batch.users.isEmpty { return written }
            guard try target.write(batch.users) else { return written }
            written += batch.users.count
            place = batch.last
            await CallProgress.report(completed: Int64(written), unit: "people")
        }
    }
}

extension UserCacheState {
    /// What a person should be told of a cache that doesn't hold everyone.
    var gaps: [String] {
        if isSyncing { return ["The cache is incomplete, a sync was not finished: \(coverage)"] }
        return completedAt == nil ? ["The cache is incomplete: \(coverage)"] : []
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
