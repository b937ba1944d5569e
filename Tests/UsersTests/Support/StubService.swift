import SluiceFlow
import SluiceTesting
import Users

/// A directory that answers as a test says, after as long as it says.
///
/// Each call takes its next answer from a script, in order, and sleeps first on the test's clock.
actor Script<Query: Sendable, Value: Sendable> {
    struct Reply: Sendable {
        let latency: Duration
        let make: @Sendable (Query) throws(ServiceError) -> Value

        static func after(
            _ latency: Duration,
            _ make: @escaping @Sendable (Query) throws(ServiceError) -> Value
        ) -> Reply { Reply(latency: latency, make: make) }
    }

    private let clock: VirtualClock
    private var replies: [Reply]
    private(set) var asked: [Query] = []

    init(_ clock: VirtualClock, _ replies: [Reply] = []) {
        self.clock = clock
        self.replies = replies
    }

    func answer(_ query: Query) async throws(ServiceError) -> Value {
        asked.append(query)
        guard !replies.isEmpty else { throw ServiceError(.internalError, "nothing scripted") }
        let reply = replies.removeFirst()
        do { try await clock.sleep(for: reply.latency) } catch {
            throw ServiceError(.cancelled, "cancelled")
        }
        return try reply.make(query)
    }
}

struct StubService: UserService {
    typealias Details = Script<Read<String>, Answer<User>>
    typealias Pages = Script<Read<ListQuery>, Answer<UserPage>>
    typealias Searches = Script<Read<SearchQuery>, Answer<[User]>>
    typealias Sessions = Script<String, Session>
    typealias Syncs = Script<Bool, SyncReport>

    var details: Details
    var pages: Pages
    var searches: Searches
    var sessions: Sessions
    var syncs: Syncs
    var statuses: Script<String, ServiceStatus>
    var healths: Script<String, CacheHealth>
    /// The people that an export writes, a batch after each time.
    var exportSteps: [(Duration, [User])] = []
    /// What a watch tells, each after a time; after the last it waits until it is cancelled.
    var watchSteps: [(Duration, WatchEvent)] = []
    /// What a watch ends with instead.
    var watchEnd: ServiceError?
    var syncSteps: [(Duration, Int64)] = []
    let clock: VirtualClock

    init(_ clock: VirtualClock) {
        self.clock = clock
        details = .init(clock)
        pages = .init(clock)
        searches = .init(clock)
        sessions = .init(clock)
        syncs = .init(clock)
        statuses = .init(clock)
        healths = .init(clock)
    }

    func login(_ credentials: Credentials) -> Single<Session, ServiceError> {
        Single("login") { () async throws(ServiceError) in
            try await sessions.answer("login \(credentials.name)")
        }
    }
    func logout(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("logout") { () async throws(ServiceError) in try await sessions.answer("logout") }
    }
    func whoAmI(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("whoami") { () async throws(ServiceError) in try await sessions.answer("whoami") }
    }
    func users(_ query: ListQuery, _ freshness: Freshness) -> Single<
        Answer<UserPage>, ServiceError
    > {
        Single("users") { () async throws(ServiceError) in
            try await pages.answer(Read(query, freshness))
        }
    }
    func user(_ who: String, _ freshness: Freshness) -> Single<Answer<User>, ServiceError> {
        Single("user \(who)") { () async throws(ServiceError) in
            try await details.answer(Read(who, freshness))
        }
    }
    func search(_ query: SearchQuery, _ freshness: Freshness) -> Single<
        Answer<[User]>, ServiceError
    > {
        Single("search \(query.text)") { () async throws(ServiceError) in
            try await searches.answer(Read(query, freshness))
        }
    }
    func sync(full: Bool) -> Single<SyncReport, ServiceError> {
        Single("sync") { () async throws(ServiceError) in
            for (latency, count) in syncSteps {
                do { try await clock.sleep(for: latency) } catch {
                    throw ServiceError(.cancelled, "cancelled")
                }
                await CallProgress.report(completed: count, total: 100, unit: "people")
            }
            return try await syncs.answer(full)
        }
    }
    func status() -> Single<ServiceStatus, ServiceError> {
        Single("status") { () async throws(ServiceError) in try await statuses.answer("status") }
    }
    func export(_ request: ExportRequest) -> Single<Answer<ExportReport>, ServiceError> {
        Single("export") { () async throws(ServiceError) in
            var people = 0
            for (latency, users) in exportSteps {
                try await wait(latency)
                _ = try request.target.write(users)
                people += users.count
                await CallProgress.report(completed: Int64(people), unit: "people")
            }
            try request.target.complete()
            return Answer(ExportReport(people: people), source: .cache)
        }
    }
    func watch(
        _ query: WatchQuery, _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) -> Single<Void, ServiceError> {
        Single("watch") { () async throws(ServiceError) in
            for (latency, event) in watchSteps {
                try await wait(latency)
                await tell(event)
            }
            if let watchEnd { throw watchEnd }
            try await wait(.seconds(1_000_000))
        }
    }
    func examineCache() -> Single<CacheHealth, ServiceError> {
        Single("doctor") { () async throws(ServiceError) in try await healths.answer("doctor") }
    }
    private func wait(_ time: Duration) async throws(ServiceError) {
        do { try await clock.sleep(for: time) } catch {
            throw ServiceError(.cancelled, "cancelled")
        }
    }
}
