public import SluiceFlow

/// The directories that a person can choose from: profiles, and the services they describe.
///
/// It is what a front knows of profiles; reading and checking their files is behind it.
public protocol Directories: Sendable {
    /// The known profiles, shipped and own.
    func profiles() -> Single<[ProfileSummary], ServiceError>
    /// Checks a profile's file, or a known profile by its name, and says what it will ask. Fails with
    /// `badProfile`, and every mistake.
    func check(file: String) -> Single<ProfileSummary, ServiceError>
    /// Makes the service for a choice; opens no connection.
    func open(_ choice: DirectoryChoice) -> Single<OpenDirectory, ServiceError>
    /// Keeps a choice for later runs of the program.
    func remember(_ choice: DirectoryChoice) -> Single<Void, ServiceError>
    /// Records what the directories are asked and answer from now on, in a file that isn't there yet.
    func record(into file: String) throws(ServiceError) -> any SessionRecorder
    /// Ids and names from the cache that begin with `prefix`, for completion; never from the network.
    func completions(_ choice: DirectoryChoice, prefix: String, limit: Int) -> [String]
}

/// Which directory, as whom, and with which cache.
public struct DirectoryChoice: Sendable, Hashable {
    /// A profile's name, or the path of its file; nil is the remembered one, else `sample`.
    public var profile: String?
    /// The account; nil is the one last logged in.
    public var account: String?
    /// A base URL instead of the profile's own.
    public var baseURL: String?
    /// Values for the profile's variables.
    public var variables: [String: String]
    /// The cache's file; nil is the default one.
    public var cache: String?
    /// A token to use instead of the kept one.
    public var token: String?
    /// The most time a call may take, in milliseconds; nil is the default.
    public var timeout: Int64?
    /// Makes a choice; without arguments, the remembered directory.
    public init(
        profile: String? = nil, account: String? = nil, baseURL: String? = nil,
        variables: [String: String] = [:], cache: String? = nil, token: String? = nil,
        timeout: Int64? = nil
    ) {
        self.profile = profile
        self.account = account
        self.baseURL = baseURL
        self.variables = variables
        self.cache = cache
        self.token = token
        self.timeout = timeout
    }
}

/// A directory ready for use.
public struct OpenDirectory: Sendable {
    /// The profile's name.
    public var profile: String
    /// Who is logged in, as far as is known without asking.
    public var session: Session
    /// The calls.
    public var service: any UserService
    /// Whether the profile was tried against a real exchange.
    public var isVerified: Bool
    /// The values of the profile's variables that are in force, but for those that are secret.
    public var variables: [String: String]
    /// Why nothing can be kept beyond this run; nil where the cache is a file.
    public var cacheFault: ServiceError?
    /// What a person should be told once: a cache in memory, a damaged file.
    public var warnings: [String]
    /// Makes an open directory.
    public init(
        profile: String, session: Session, service: any UserService, isVerified: Bool = true,
        variables: [String: String] = [:], cacheFault: ServiceError? = nil, warnings: [String] = []
    ) {
        self.profile = profile
        self.session = session
        self.service = service
        self.isVerified = isVerified
        self.variables = variables
        self.cacheFault = cacheFault
        self.warnings = warnings
    }
}

/// A profile in a list.
public struct ProfileSummary: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What it is for, a sentence.
    public var title: String
    /// Its base URL.
    public var baseURL: String
    /// Whether it was tried against a real exchange.
    public var isVerified: Bool
    /// Where it comes from: `built in`, or the path of its file.
    public var origin: String
    /// What it will ask, for its author; empty unless it was checked.
    public var explanation: [Line] = []

    /// What a profile says of one thing: `list`, `GET https://api.example.com/users?page={page}`.
    public struct Line: Sendable, Hashable {
        /// The call, or what else is told.
        public var name: String
        /// What is asked, and what is taken from the answer.
        public var text: String
        /// Makes a line.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Makes a summary.
    public init(name: String, title: String, baseURL: String, isVerified: Bool, origin: String) {
        self.name = name
        self.title = title
        self.baseURL = baseURL
        self.isVerified = isVerified
        self.origin = origin
    }
}
