public import SluiceFlow

/// A directory of users: what the view models may ask of it.
///
/// A conforming type describes calls; nothing runs until a call is subscribed to or awaited, and
/// each run is a new one. Work that decodes or touches rows leaves the main actor by itself.
public protocol UserService: Sendable {
    /// Logs in, and keeps the token for later calls. Fails with `credentialsRefused` when refused.
    func login(_ credentials: Credentials) -> Single<Session, ServiceError>
    /// Forgets the token and purges the account's cached people; offline, without telling the server. Not an error when logged out already.
    func logout(_ freshness: Freshness) -> Single<Session, ServiceError>
    /// Says who is logged in, asking the server where the profile knows how.
    func whoAmI(_ freshness: Freshness) -> Single<Session, ServiceError>
    /// One page of people, or all of them.
    func users(_ query: ListQuery, _ freshness: Freshness) -> Single<
        Answer<UserPage>, ServiceError
    >
    /// One person, by id, else by exact username, else by exact e-mail address.
    func user(_ who: String, _ freshness: Freshness) -> Single<Answer<User>, ServiceError>
    /// People who match what a person typed: the server's search where there is one, else the cache. No hit is not an error.
    func search(_ query: SearchQuery, _ freshness: Freshness) -> Single<
        Answer<[User]>, ServiceError
    >
    /// Fetches everyone into the cache. Reports progress with the unit "people".
    func sync(full: Bool) -> Single<SyncReport, ServiceError>
    /// What the cache holds and where things are; local, opens no connection.
    func status() -> Single<ServiceStatus, ServiceError>
    /// Writes everyone who meets the request's conditions to its target, a few at a time. Reports progress with the unit "people".
    func export(_ request: ExportRequest) -> Single<Answer<ExportReport>, ServiceError>
    /// Tells of each change in the cache until it is cancelled or fails, asking the server every so often if the query says so.
    func watch(
        _ query: WatchQuery, _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) -> Single<Void, ServiceError>
    /// Checks the cache's file, and repairs what can be. Damage that is found is no failure.
    func examineCache() -> Single<CacheHealth, ServiceError>
}

/// A name and a password. Never printed, stored or logged.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The name to log in with.
    public var name: String
    /// The secret that goes with it.
    public var password: String
    /// Makes credentials.
    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
    /// The name, without the password.
    public var description: String { "Credentials(\(name))" }
    /// The name, without the password.
    public var debugDescription: String { description }
    /// The name, without the password.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// Who is logged in to what.
public struct Session: Sendable, Hashable {
    /// Where a login stands.
    public enum State: String, Sendable, Hashable {
        /// Nobody is logged in.
        case loggedOut
        /// Nobody is logged in, and the directory answers reads all the same, as an account of its own.
        case guest
        /// A credential is held, and the server hasn't refused it.
        case loggedIn
        /// A credential is held that the server no longer accepts.
        case expired
    }

    /// Where the login stands.
    public var state: State
    /// The account's name; empty when logged out, unless an account was asked for by name.
    public var account: String
    /// The person behind the account, where the server told.
    public var user: User?
    /// What a person should be told of how this is known, a sentence each: that the server wasn't asked, or not told.
    public var notices: [String]

    /// Makes a session.
    public init(state: State, account: String = "", user: User? = nil, notices: [String] = []) {
        self.state = state
        self.account = account
        self.user = user
        self.notices = notices
    }
}

/// What to list.
public struct ListQuery: Sendable, Hashable {
    /// A condition on one field: its text contains `text`, without regard to case and accents.
    public struct Condition: Sendable, Hashable {
        /// A field of `User`, by its name in JSON output.
        public var field: String
        /// What it contains.
        public var text: String
        /// Makes a condition.
        public init(field: String, text: String) {
            self.field = field
            self.text = text
        }
    }

    /// Which page, from 1.
    public var page: Int
    /// How many people a page holds; nil is the profile's own size.
    public var perPage: Int?
    /// Every page instead of one.
    public var all: Bool
    /// Conditions that all hold.
    public var conditions: [Condition]
    /// The field to sort by; nil is the server's own order.
    public var sort: String?

    /// Makes a query; without arguments, the first page.
    public init(
        page: Int = 1, perPage: Int? = nil, all: Bool = false, conditions: [Condition] = [],
        sort: String? = nil
    ) {
        self.page = page
        self.perPage = perPage
        self.all = all
        self.conditions = conditions
        self.sort = sort
    }
}

/// What a person typed into a search, and how many people to give at most.
public struct SearchQuery: Sendable, Hashable {
    /// The text, as typed.
    public var text: String
    /// The most people to give.
    public var limit: Int
    /// Makes a query.
    public init(_ text: String, limit: Int = 20) {
        self.text = text
        self.limit = limit
    }
}

/// An element of an answer that could not be read as a user, and why.
public struct SkippedElement: Sendable, Hashable, Codable {
    /// Its position in the list, from 0.
    public var index: Int
    /// Where in the answer: `data[3].id`.
    public var path: String
    /// What is wrong with it.
    public var reason: String
    /// Makes a report of one element.
    public init(index: Int, path: String, reason: String) {
        self.index = index
        self.path = path
        self.reason = reason
    }
}

/// One page of people.
public struct UserPage: Sendable, Hashable {
    /// The people, in the server's order or the asked one.
    public var users: [User]
    /// Which page this is, from 1.
    public var page: Int
    /// How many people there are in all, where that is known.
    public var total: Int?
    /// Whether a further page exists.
    public var hasNext: Bool
    /// Elements that could not be read.
    public var skipped: [SkippedElement]
    /// Makes a page.
    public init(
        users: [User], page: Int = 1, total: Int? = nil, hasNext: Bool = false,
        skipped: [SkippedElement] = []
    ) {
        self.users = users
        self.page = page
        self.total = total
        self.hasNext = hasNext
        self.skipped = skipped
    }
}

/// What a sync did, exactly.
public struct SyncReport: Sendable, Hashable {
    /// People who were not in the cache.
    public var inserted: Int
    /// People whose fields differ.
    public var changed: Int
    /// People who are as they were.
    public var unchanged: Int
    /// People who are gone from the server.
    public var removed: Int
    /// Elements that could not be read.
    public var skipped: [SkippedElement]
    /// What a person should be told beside the counts, a sentence each: that it began anew.
    public var notices: [String]
    /// Makes a report.
    public init(
        inserted: Int = 0, changed: Int = 0, unchanged: Int = 0, removed: Int = 0,
        skipped: [SkippedElement] = [], notices: [String] = []
    ) {
        self.inserted = inserted
        self.changed = changed
        self.unchanged = unchanged
        self.removed = removed
        self.skipped = skipped
        self.notices = notices
    }
}

/// A full sync that was begun and has not ended: it runs, or was cut off.
public struct UnfinishedSync: Sendable, Hashable {
    /// When it began; milliseconds since 1970.
    public var startedAt: Int64
    /// How many people were fetched since.
    public var people: Int
    /// Makes one.
    public init(startedAt: Int64, people: Int) {
        self.startedAt = startedAt
        self.people = people
    }
}

/// What the cache holds and where things are.
public struct ServiceStatus: Sendable, Hashable {
    /// The profile in use.
    public var profile: String
    /// The URL that is asked, without secrets.
    public var server: String
    /// Who is logged in.
    public var session: Session
    /// Whether the profile was tried against a real exchange.
    public var isVerified: Bool
    /// How many people of this server and account are cached.
    public var cachedUsers: Int
    /// How many people the server has, where it said so.
    public var totalUsers: Int?
    /// When the last complete sync ended; milliseconds since 1970.
    public var lastSync: Int64?
    /// Nobody who is cached was fetched before that; milliseconds since 1970.
    public var oldestFetch: Int64?
    /// The full sync that has not ended, whether or not an earlier one did; nil when there is none.
    public var unfinishedSync: UnfinishedSync?
    /// Where the cache is; nil when it is held in memory.
    public var cachePath: String?
    /// The size of the cache's file, in bytes.
    public var cacheBytes: Int64?
    /// Where tokens are kept.
    public var tokenPath: String?
    /// The mode of that file, in octal: `0600`; nil when there is none.
    public var tokenMode: String?
    /// What a person should know, a sentence each.
    public var notices: [String]
    /// Makes a status.
    public init(
        profile: String, server: String, session: Session, isVerified: Bool = true,
        cachedUsers: Int = 0, totalUsers: Int? = nil, lastSync: Int64? = nil,
        oldestFetch: Int64? = nil, unfinishedSync: UnfinishedSync? = nil, cachePath: String? = nil,
        cacheBytes: Int64? = nil, tokenPath: String? = nil, tokenMode: String? = nil,
        notices: [String] = []
    ) {
        self.profile = profile
        self.server = server
        self.session = session
        self.isVerified = isVerified
        self.cachedUsers = cachedUsers
        self.totalUsers = totalUsers
        self.lastSync = lastSync
        self.oldestFetch = oldestFetch
        self.unfinishedSync = unfinishedSync
        self.cachePath = cachePath
        self.cacheBytes = cacheBytes
        self.tokenPath = tokenPath
        self.tokenMode = tokenMode
        self.notices = notices
    }
}
