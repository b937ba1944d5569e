import SluiceFlow
import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// How many people unseen by a sync are asked for one by one; the next full sync removes the others.
    private static let confirmationLimit = 100

    /// Fetches everyone into the cache: page by page, each kept as it comes, so that a sync that ends early is gone on with.
    ///
    /// - Parameter met: is told of each page's people when they are kept, in the server's order; of nobody where
    ///   changes alone are asked for.
    @concurrent
    func syncAll(
        restart: Bool, met: @escaping @Sendable ([User.ID]) -> Void = { _ in }
    ) async throws(ServiceError) -> SyncReport {
        let scope = scope
        if scope.session.isOnlyNamed { throw .notLoggedIn(scope.session.account) }
        let lock = try await lockSync(scope)
        defer { lock?.release() }
        let ticket = try cached { () throws(StoreError) in try scope.cache.ticket() }
        if !restart, let changes = try await catchUp(ticket, scope) { return changes }
        return try await run(restart: restart, ticket, scope, met)
    }

    private func run(
        restart: Bool, _ ticket: CacheTicket, _ scope: Scope,
        _ met: @escaping @Sendable ([User.ID]) -> Void
    ) async throws(ServiceError) -> SyncReport {
        let pager = Pager(profile.list, size: profile.list.paging.sizeLimit)
        var sync = try await begin(restart: restart, ticket, scope)
        var total = try await announcedTotal(sync, scope)
        var token = sync.next.flatMap(PageToken.init) ?? pager.first
        var page: FetchedPage
        var report = SyncReport()
        do throws(ServiceError) {
            page = try await fetch(token, pager, scope)
        } catch {
            // The place where an earlier sync was cut off may mean nothing to the server by now. What
            // that one fetched stays, and is unchanged when it comes again.
            guard sync.isResumed, error.refusesThePage else { throw error }
            report.notices.append(
                "The sync began anew: the server refused the place where the last one was cut off: "
                    + error.message)
            sync = try await begin(restart: true, ticket, scope)
            token = pager.first
            page = try await fetch(token, pager, scope)
        }
        if sync.isResumed {
            let seen = try await cached { [sync] () async throws(StoreError) in
                try await scope.cache.seen(by: sync)
            }
            // One that leads back to the first page counts everyone again.
            if token != pager.first {
                let people = UserCacheState.people(seen.count)
                report.notices.append("This went on with a sync that was cut off after \(people)")
            }
            met(seen)
        }
        let first = token == pager.first ? page : nil
        var mark = pager.isNumbered ? nil : first.flatMap { self.mark(after: $0) }
        var fetched: Int64 = 0
        var someone = sync.isResumed
        var visited: Set<PageToken> = [token]
        // A page that is read again tells anew what it leaves out.
        var before = sync.skipped
        while true {
            total = page.total ?? total
            someone = someone || !page.list.users.isEmpty
            // Before the last page is kept, which would end the sync and remove everyone unseen.
            if page.next == nil, !someone, !page.isCut { try requireSomeone(page.list) }
            if page.next == nil, pager.isNumbered, let first {
                mark = try await settledMark(first, pager, scope)
            }
            let isCircle = page.next.map { !visited.insert($0).inserted } ?? false
            // To go on from where it leads nowhere would look like the end.
            if isCircle || page.isCut { page.next = pager.first }
            // The next page is on its way while this one is written.
            let place = Fingerprint.of(token.rawValue)
            let (result, following) = try await keeping(
                page, at: place, pager, sync, total, mark, scope, met
            )
            .zip(fetching(isCircle || page.isCut ? nil : page.next, pager, scope)).value()
            report.add(result.counts)
            report.skipped += result.skipped
            before.removeAll { $0.page == place }
            fetched += Int64(page.list.count)
            await CallProgress.report(
                completed: fetched, total: total.map(Int64.init), unit: "people")
            if isCircle { throw Self.circle(fetched) }
            if page.isCut { throw Self.cut(fetched) }
            guard let following else {
                await noteNoChanges(since: mark, first, pager, scope)
                try await confirm(result.unconfirmed, ticket, scope, &report)
                report.skipped = before.flatMap(\.elements) + report.skipped
                return report
            }
            let last = page
            page = try following.get()
            token = last.next ?? token
            // It gives one page whichever is asked for, and would for ever.
            guard !page.list.isSame(as: last.list) else {
                _ = try await begin(restart: true, ticket, scope)
                throw Self.circle(fetched)
            }
        }
    }

    /// The error of a list whose answer says that there is more, and not where.
    static func cut(_ fetched: Int64) -> ServiceError {
        ServiceError(
            .badAnswer,
            "The server says that there are more than these \(fetched) people, and not where",
            hint: "Check the `paging` of the profile: where the next page's place stands.")
    }

    private static func circle(_ fetched: Int64) -> ServiceError {
        ServiceError(
            .badAnswer, "The server's pages lead in a circle, after \(fetched) people",
            hint: "Check the `paging` of the profile: how this API is told which page is asked for."
        )
    }

    /// One page of everyone, or of those who changed.
    func fetch(
        _ token: PageToken, _ pager: Pager, since: String? = nil, _ scope: Scope
    ) async throws(ServiceError) -> FetchedPage {
        try await ask(scope) { credential async throws(RequestError) in
            try await scope.api.page(token, pager, since: since, as: credential)
        }
    }

    /// The next page, if there is one. A failure is a value, so that it doesn't undo the write beside it.
    private func fetching(
        _ token: PageToken?, _ pager: Pager, _ scope: Scope
    ) -> Single<Result<FetchedPage, ServiceError>?, ServiceError> {
        Single("fetch a page") { () async throws(ServiceError) in
            guard let token else { return nil }
            do throws(ServiceError) {
                return .success(try await fetch(token, pager, scope))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Writes a page; fails when it may not be written any more.
    private func keeping(
        _ page: FetchedPage, at place: String, _ pager: Pager, _ sync: SyncRun, _ total: Int?,
        _ mark: String?, _ scope: Scope, _ met: @escaping @Sendable ([User.ID]) -> Void
    ) -> Single<SyncPageResult, ServiceError> {
        Single("keep a page") { () async throws(ServiceError) in
            // In place of a place that can't be written, the sync would go on from the start.
            let next = page.next.map { page.isNextSecret ? pager.first : $0 }
            let result = try await cached { () async throws(StoreError) in
                try await scope.cache.savePage(
                    page.list.users, delivering: profile.listFields, lacking: page.list.lacking,
                    of: sync, page: place, skipped: page.list.skipped,
                    repeated: { page.list.repeated(at: profile.list.people.items.text) },
                    next: next?.rawValue, total: total, mark: mark, now: now())
            }
            guard result.counts.discarded == 0 else { throw Self.discarded }
            met(page.list.users.map(\.id))
            return result
        }
    }

    /// Why a page isn't written.
    static var discarded: ServiceError {
        ServiceError(.notLoggedIn, "The account was logged out, or another sync begun, meanwhile")
    }

    private func begin(
        restart: Bool, _ ticket: CacheTicket, _ scope: Scope
    ) async throws(ServiceError) -> SyncRun {
        let run = try await cached { () async throws(StoreError) in
            try await scope.cache.beginSync(ticket: ticket, restart: restart, now: now())
        }
        guard let run else {
            throw ServiceError(.notLoggedIn, "The account was logged out meanwhile")
        }
        return run
    }

    /// How many people a sync will bring, where a request of its own tells. Not knowing it is no failure.
    private func announcedTotal(_ sync: SyncRun, _ scope: Scope) async throws(ServiceError) -> Int?
    {
        switch profile.list.total {
        case .headRequest, .request: break
        case .unknown, .path, .header: return sync.total
        }
        do throws(ServiceError) {
            return try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.total(as: credential)
            } ?? sync.total
        } catch {
            if error.errorCode == .cancelled { throw error }
            return sync.total
        }
    }

    /// Asks for each person whom this sync didn't see: with numbered pages, one who was removed on the
    /// server hides another who is still there.
    private func confirm(
        _ ids: [User.ID], _ ticket: CacheTicket, _ scope: Scope, _ report: inout SyncReport
    ) async throws(ServiceError) {
        let asked = profile.detail == nil ? 0 : min(ids.count, Self.confirmationLimit)
        if ids.count > asked {
            let count = ids.count - asked
            report.notices.append(
                (count == 1 ? "1 cached person was" : "\(count) cached people were")
                    + " not listed; who isn't in the next full sync either is removed then")
        }
        guard let detail = profile.detail else { return }
        var stillThere = 0
        defer {
            if stillThere > 0 {
                report.notices.append(
                    (stillThere == 1 ? "1 cached person is" : "\(stillThere) cached people are")
                        + " not listed, and kept: the server still knows them by id")
            }
        }
        for id in ids.prefix(asked) {
            let answer = try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.user(id.rawValue, as: credential)
            }
            switch answer {
            case nil: return
            case .person(let user, let lacking)?:
                stillThere += 1
                report.add(try await keepDetail(user, detail, lacking: lacking, ticket, scope))
            case .nobody?:
                let isRemoved = try await cached { () async throws(StoreError) in
                    try await scope.cache.remove(id: id, ticket: ticket)
                }
                if isRemoved { report.removed += 1 }
            }
        }
    }

    /// Takes the directory's lock, waiting for another process's sync as long as a call may take.
    /// Nil where there is no folder for it: then the rows are this process's own too.
    private func lockSync(_ scope: Scope) async throws(ServiceError) -> FileLock? {
        let account = scope.session.account
        guard let path = paths.syncLock(api.identity.directory, account: account) else {
            return nil
        }
        let lock = try Self.locking { () throws(FileFailure) in try FileLock(path) }
        var left = timeout
        while try !Self.locking({ () throws(FileFailure) in try lock.take() }) {
            guard left > .zero else { throw Self.busy(lock.holder) }
            do { try await clock.sleep(for: .milliseconds(100)) } catch {
                throw ServiceError(.cancelled, "The sync was cancelled")
            }
            left -= .milliseconds(100)
        }
        return lock
    }

    private static func locking<Value: ~Copyable>(
        _ work: () throws(FileFailure) -> Value
    ) throws(ServiceError) -> Value {
        do throws(FileFailure) { return try work() } catch {
            throw ServiceError(error, "lock the directory for the sync with")
        }
    }

    private static func busy(_ holder: Int?) -> ServiceError {
        let who = holder.map { "process \($0)" } ?? "another process"
        return ServiceError(
            .busy, "A sync of this directory is running in \(who)",
            hint: "Wait for it to end, or allow more time with --timeout.")
    }
}

extension SyncReport {
    /// Adds what a write did.
    mutating func add(_ counts: UpsertCounts) {
        inserted += counts.inserted
        changed += counts.changed
        unchanged += counts.unchanged
        removed += counts.removed
    }
}

extension ServiceError {
    /// Whether the server answered, and said no to just this page.
    var refusesThePage: Bool {
        switch errorCode {
        case .rejected, .notFound, .badAnswer: true
        case .badStatus: !allowsStale
        default: false
        }
    }
}
