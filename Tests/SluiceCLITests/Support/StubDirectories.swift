import SluiceFlow
import Synchronization
import Users

/// A directory of three people in memory, with a name for each way to fail.
struct StubDirectories: Directories {
    let service = StubService()

    func profiles() -> Single<[ProfileSummary], ServiceError> {
        Single("profiles") { () async throws(ServiceError) in
            [
                ProfileSummary(
                    name: "sample", title: "Made-up people", baseURL: "sample:", isVerified: true,
                    origin: "built in")
            ]
        }
    }

    func check(file: String) -> Single<ProfileSummary, ServiceError> {
        Single("check") { () async throws(ServiceError) in
            throw ServiceError(
                .badProfile, "\(file): auth.kind is “basik”, not one of none, basic.")
        }
    }

    func open(_ choice: DirectoryChoice) -> Single<OpenDirectory, ServiceError> {
        let service = service
        return Single("open") { () async throws(ServiceError) in
            if choice.profile == "nowhere" {
                throw ServiceError(.badProfile, "There is no profile “nowhere”.")
            }
            return OpenDirectory(
                profile: choice.profile ?? "sample",
                session: Session(state: .guest, account: "guest"), service: service,
                isVerified: choice.profile != "kinto",
                variables: Self.variables[choice.profile ?? ""] ?? [:],
                cacheFault: choice.cache == "/unwritable"
                    ? ServiceError(.storage, "Could not open “/unwritable”", hint: "Name another")
                    : nil,
                warnings: choice.cache == "/unwritable" ? ["The cache is held in memory."] : [])
        }
    }

    /// The values in force of the profiles that have variables.
    private static let variables = [
        "github": ["org": "swiftlang"], "kinto": ["collection": "users", "bucket": "dir"],
    ]

    func remember(_ choice: DirectoryChoice) -> Single<Void, ServiceError> {
        let service = service
        return Single("remember") { () async throws(ServiceError) in
            service.log.add("remember \(choice.profile ?? "-")")
        }
    }

    func record(into file: String) throws(ServiceError) -> any SessionRecorder {
        throw ServiceError(.usage, "“\(file)” is there already, and is left as it is")
    }

    func completions(_ choice: DirectoryChoice, prefix: String, limit: Int) -> [String] { [] }
}

/// The people of `StubDirectories`. `show slow` never answers, and says that it was begun.
struct StubService: UserService {
    static let people = [
        User(id: "1", username: "ana", displayName: "Ana Brandt", email: "ana@example.org"),
        User(id: "2", username: "bo", displayName: "Bo \u{1B}[2JVargas"),
        User(id: "3", username: "dana", displayName: "김민준"),
    ]

    let log = Log()
    let begun = AsyncStream<String>.makeStream()

    final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }
    }

    func login(_ credentials: Credentials) -> Single<Session, ServiceError> {
        Single("login") { () async throws(ServiceError) in
            guard credentials.password == "right \"one\"" else {
                throw ServiceError(
                    .credentialsRefused, "The name or the password is wrong.", status: 401)
            }
            return Session(state: .loggedIn, account: credentials.name)
        }
    }

    func logout(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("logout") { () async throws(ServiceError) in
            let notices = freshness == .offline ? ["The server wasn't told"] : []
            return Session(state: .loggedOut, notices: notices)
        }
    }

    func whoAmI(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("whoami") { () async throws(ServiceError) in
            throw ServiceError(
                .sessionExpired, "The session has expired.", hint: "`login` again", status: 666)
        }
    }

    func users(
        _ query: ListQuery, _ freshness: Freshness
    ) -> Single<Answer<UserPage>, ServiceError> {
        let log = log
        return Single("users") { () async throws(ServiceError) in
            log.add("users")
            let isBeyond = query.page > 334
            return Answer(
                UserPage(
                    users: isBeyond ? [] : Self.people, page: query.page, total: 1_000,
                    hasNext: !isBeyond),
                source: .server)
        }
    }

    func user(_ who: String, _ freshness: Freshness) -> Single<Answer<User>, ServiceError> {
        let begun = begun.continuation
        return Single("user") { () async throws(ServiceError) in
            switch who {
            case "slow":
                begun.yield(who)
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw ServiceError(.cancelled, "cancelled")
            case "team":
                return Answer(
                    User(id: "9", attributes: ["team": "ops", "room": "4"]), source: .server)
            case "gone":
                throw ServiceError(.cancelled, "cancelled")
            case "stale":
                return Answer(
                    Self.people[0], source: .stale, age: 180_000,
                    reason: ServiceError(.unreachable, "The server can't be reached."))
            case "listed":
                return Answer(
                    Self.people[0], source: .cache, age: 180_000,
                    reason: ServiceError(.forbidden, "The server forbids it."))
            case "twins":
                throw ServiceError(
                    .ambiguous, "Two people are called that.", matches: Array(Self.people[..<2]))
            default:
                guard let user = Self.people.first(where: { $0.id.rawValue == who }) else {
                    throw ServiceError(
                        .notFound, "There is nobody called “\(who)”.", hint: "Try `search`",
                        status: 404, serverCode: "E404")
                }
                return Answer(user, source: .server)
            }
        }
    }

    func search(
        _ query: SearchQuery, _ freshness: Freshness
    ) -> Single<Answer<[User]>, ServiceError> {
        Single("search") { () async throws(ServiceError) in
            let hits = Self.people.filter {
                query.text == "every" || $0.username?.hasPrefix(query.text) == true
            }
            return Answer(
                Array(hits.prefix(query.limit)), source: .server,
                notices: ["This covers 3 people."])
        }
    }

    func sync(full: Bool) -> Single<SyncReport, ServiceError> {
        let begun = begun.continuation
        return Single("sync") { () async throws(ServiceError) in
            if full {  // takes for ever
                begun.yield("sync")
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw ServiceError(.cancelled, "cancelled")
            }
            return SyncReport(
                inserted: 3,
                skipped: [SkippedElement(index: 3, path: "data[3].id", reason: "missing")],
                notices: ["The sync began anew."])
        }
    }

    func export(_ request: ExportRequest) -> Single<Answer<ExportReport>, ServiceError> {
        let log = log
        return Single("export") { () async throws(ServiceError) in
            log.add("export")
            let isNobody = request.read.query.conditions.first?.text == "nobody"
            do throws(ServiceError) {
                var written = 0
                for user in isNobody ? [] : Self.people {
                    guard try request.target.write([user]) else { break }
                    written += 1
                    if request.read.query.conditions.first?.text == "broken", written == 2 {
                        throw ServiceError(.storage, "The cache is damaged.")
                    }
                }
                try request.target.complete()
                return Answer(ExportReport(people: written), source: .cache)
            } catch {
                request.target.discard()
                throw error
            }
        }
    }

    func watch(
        _ query: WatchQuery, _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) -> Single<Void, ServiceError> {
        let (log, begun) = (log, begun.continuation)
        return Single("watch") { () async throws(ServiceError) in
            log.add("watch \(query.who ?? "all") every \(query.interval ?? 0)")
            await tell(.began(people: 3))
            await tell(.change(UserChange(.changed, Self.people[0], at: 1_000)))
            await tell(.trouble(ServiceError(.unreachable, "The server can't be reached.")))
            await tell(.change(UserChange(.removed, User(id: "2"), at: 2_000)))
            if query.who == "end" {
                throw ServiceError(.sessionExpired, "The session has expired.")
            }
            begun.yield("watch")
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw ServiceError(.cancelled, "cancelled")
        }
    }

    func examineCache() -> Single<CacheHealth, ServiceError> {
        let log = log
        return Single("doctor") { () async throws(ServiceError) in
            let isFirst = !log.all.contains("doctor")
            log.add("doctor")
            if isFirst {
                return CacheHealth(
                    path: "/c.db", isIndexRebuilt: true, fileBytes: 4_096, logBytes: 0)
            }
            return CacheHealth(path: "/c.db", damagedRows: 2, setAside: "/c.db.damaged-1")
        }
    }

    func status() -> Single<ServiceStatus, ServiceError> {
        Single("status") { () async throws(ServiceError) in
            ServiceStatus(
                profile: "sample", server: "sample:",
                session: Session(state: .guest, account: "guest"), cachedUsers: 3)
        }
    }
}
