package import Users

/// What a person asked for, checked and typed.
package enum Command: Sendable, Hashable {
    /// Log in; without a name, as the account in use.
    case login(name: String?, passwordFromInput: Bool)
    /// Forget the login.
    case logout
    /// Say who is logged in.
    case whoami
    /// List people.
    case list(ListQuery)
    /// Show people; `-` among them stands for the lines of standard input.
    case show([String])
    /// Search people.
    case search(SearchQuery)
    /// Fetch everyone.
    case sync(full: Bool)
    /// Write people to a file, or to standard output for `-`.
    case export(ListQuery, file: String)
    /// Tell of changes as they happen.
    case watch(WatchQuery)
    /// Check the cache's file.
    case doctor
    /// Say what is cached and where things are.
    case status
    /// List the known profiles.
    case profiles
    /// Check a profile's file.
    case checkProfile(file: String)
    /// Choose another directory.
    case use(Target)
    /// Ask no server, or do so again.
    case offline(Bool)
    /// List the commands, or explain one.
    case help(CommandName?)
    /// Print the version.
    case version
    /// Leave.
    case quit

    /// What `use` was told.
    package enum Target: Sendable, Hashable {
        /// A profile, an account of it, and what its own address and variables are replaced with.
        case profile(
            String, account: String?, baseURL: String? = nil, variables: [String: String] = [:])
        /// Another address for the profile in use.
        case url(String)
    }

    /// Whether it prints one record rather than any number.
    var printsOne: Bool {
        switch self {
        case .list, .search, .profiles, .export, .watch: false
        case .show(let people): people.count == 1 && people != ["-"]
        default: true
        }
    }
}
