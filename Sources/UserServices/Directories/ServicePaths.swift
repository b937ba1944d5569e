/// The folders of the program, each below the one that the XDG base directories name.
///
/// A folder is nil where none is named, and then nothing of its kind is kept: never is anything
/// written where the program happens to be started.
public struct ServicePaths: Sendable, Hashable {
    /// Configuration: `config.json`, `profiles/`.
    public var config: String?
    /// State: `tokens.json`, locks.
    public var state: String?
    /// The cache: `cache.db`.
    public var cache: String?

    /// Takes folders as they are.
    public init(config: String?, state: String?, cache: String?) {
        self.config = config
        self.state = state
        self.cache = cache
    }

    /// The folders that an environment names: `XDG_…`, else those below `HOME`.
    ///
    /// A relative path counts as not set: in `XDG_…` as the XDG specification wants it, and in `HOME`
    /// since it would mean another folder each time.
    public init(environment: [String: String]) {
        func absolute(_ variable: String) -> String? {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = absolute("HOME")
        func folder(_ variable: String, _ otherwise: String) -> String? {
            (absolute(variable) ?? home.map { "\($0)/\(otherwise)" }).map { $0 + "/sluice" }
        }
        config = folder("XDG_CONFIG_HOME", ".config")
        state = folder("XDG_STATE_HOME", ".local/state")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    var profiles: String? { config.map { $0 + "/profiles" } }
    var configuration: String? { config.map { $0 + "/config.json" } }
    var tokens: String? { state.map { $0 + "/tokens.json" } }
    var cacheFile: String? { cache.map { $0 + "/cache.db" } }

    /// The lock of a directory's sync; the name is of any text, and so is hashed.
    func syncLock(_ directory: String, account: String) -> String? {
        state.map { "\($0)/sync-\(Fingerprint.of(directory + "\n" + account)).lock" }
    }

    /// What lasts no longer than this run, for want of a folder; nil when all is kept.
    var homelessness: String? {
        let kept = [
            (cache, "the cache"), (state, "a login"), (config, "the choice of a directory"),
        ]
        let lost = kept.filter { $0.0 == nil }.map(\.1)
        guard let last = lost.last else { return nil }
        let list = lost.count == 1 ? last : lost.dropLast().joined(separator: ", ") + " and " + last
        return "HOME names no folder, so \(list) \(lost.count == 1 ? "lasts" : "last") for this "
            + "run only; set HOME to an absolute path to keep what is fetched"
    }
}
