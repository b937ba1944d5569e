import SluiceFlow
import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// How long changes alone are asked for: a week. Then a full sync repairs what they may have missed,
    /// since a server that forgets a tombstone, or was restored from a copy, tells nobody.
    static let fullSyncAge: Int64 = 7 * 86_400_000

    /// Fetches what changed since the last sync; nil where the profile or the cache knows no such time, so that
    /// everyone has to be fetched.
    ///
    /// Only where the server tells who was removed: else they would stay for ever. Where numbered pages
    /// were more than one, they may have shifted, and the sync after it asks for everyone.
    func catchUp(
        _ ticket: CacheTicket, _ scope: Scope
    ) async throws(ServiceError) -> SyncReport? {
        guard profile.delta?.tombstone != nil,
            let run = try cached({ () throws(StoreError) in
                try scope.cache.delta(ticket: ticket, now: now(), fullSyncAge: Self.fullSyncAge)
            })
        else { return nil }
        do throws(ServiceError) {
            return try await fetchChanges(run, scope)
        } catch {
            // A time of long ago may be one that the server doesn't remember.
            guard error.refusesThePage else { throw error }
            return nil
        }
    }

    private func fetchChanges(
        _ run: DeltaRun, _ scope: Scope
    ) async throws(ServiceError) -> SyncReport {
        let pager = Pager(profile.list, size: profile.list.paging.sizeLimit)
        var report = SyncReport()
        var fetched: Int64 = 0
        var mark: String??
        var visited: Set<PageToken> = []
        var token = pager.first
        while true {
            let page = try await fetch(token, pager, since: run.mark, scope)
            if page.isCut { throw Self.cut(fetched + Int64(page.list.count)) }
            let next = page.next.flatMap { visited.insert($0).inserted ? $0 : nil }
            if mark == nil {
                let isCertain = next == nil || !pager.isNumbered
                mark = .some(isCertain ? self.mark(after: page, from: run.mark) : nil)
            }
            let counts = try await cached { [mark = mark ?? nil] () async throws(StoreError) in
                try await scope.cache.saveDelta(
                    page.list.users, removed: page.list.removed, delivering: profile.listFields,
                    lacking: page.list.lacking, of: run, mark: mark, isLast: next == nil, now: now()
                )
            }
            guard counts.discarded == 0 else { throw Self.discarded }
            report.add(counts)
            report.skipped += page.list.skipped
            fetched += Int64(page.list.count)
            await CallProgress.report(completed: fetched, unit: "people")
            guard let next else { return report }
            token = next
        }
    }

    /// The server's word for the state that a sync begins with: the newest time in its first page.
    ///
    /// The server's time, and not this machine's. What changes while the further pages are read is newer,
    /// and comes with the next sync; what comes twice is unchanged then.
    func mark(after first: FetchedPage, from before: String? = nil) -> String? {
        guard profile.delta != nil, let newest = first.list.newest,
            let unit = profile.list.people.dates.first
        else { return before }
        return unit.text(newest)
    }

    /// After a full sync: that nobody has changed since its first page, if the server's tag of that page
    /// is still its tag, says the profile.
    func noteNoChanges(
        since mark: String?, _ first: FetchedPage?, _ pager: Pager, _ scope: Scope
    ) async {
        guard let mark, profile.delta?.isTagOfAll == true, let validators = first?.validators
        else { return }
        await scope.api.noteNoChanges(
            since: mark, pager, validators, as: scope.session.credential)
    }

    /// The mark of a full sync over numbered pages: only if nothing has changed since its first page.
    ///
    /// Such pages shift while the server changes, and somebody may stand on none that was read. Later
    /// full syncs find them; changes only, never.
    func settledMark(
        _ first: FetchedPage, _ pager: Pager, _ scope: Scope
    ) async throws(ServiceError) -> String? {
        guard let mark = mark(after: first) else { return nil }
        do throws(ServiceError) {
            let since = try await fetch(pager.first, pager, since: mark, scope).list
            return (since.newest ?? .min) <= (first.list.newest ?? .min) ? mark : nil
        } catch {
            if error.errorCode == .cancelled { throw error }
            return nil
        }
    }
}

extension Profile.DateUnit {
    /// A time written in this unit; where that is a second, the one before, since others may fall into the same.
    func text(_ milliseconds: Int64) -> String {
        switch self {
        case .milliseconds: String(milliseconds)
        case .seconds: String(milliseconds / 1000 - 1)
        case .rfc3339: DateText.rfc3339(milliseconds - 1000)
        case .http: DateText.httpDate(milliseconds - 1000)
        case .compact: DateText.rfc3339(milliseconds - 1000).filter { $0.isNumber } + "Z"
        }
    }
}
