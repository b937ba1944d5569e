/// The folders of the program, each below the one that the XDG base directories name.
public struct ServicePaths: Sendable, Hashable {
    /// Configuration: `config.json`, `profiles/`.
    public var config: String
    /// State: `tokens.json`, locks.
    public var state: String
    /// The cache: `cache.db`.
    public var cache: String

    /// Takes folders as they are.
    public init(config: String, state: String, cache: String) {
        self.config = config
        self.state = state
        self.cache = cache
    }

    /// The folders that an environment names: `XDG_…`, else those below `HOME`.
    ///
    /// A relative path in `XDG_…` counts as not set, as the XDG specification wants it. Without
    /// `HOME` too, they are below the current folder.
    public init(environment: [String: String]) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
        func folder(_ variable: String, _ otherwise: String) -> String {
            let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? "\(home)/\(otherwise)") + "/sluice"
        }
        config = folder("XDG_CONFIG_HOME", ".config")
        state = folder("XDG_STATE_HOME", ".local/state")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    var profiles: String { config + "/profiles" }
    var configuration: String { config + "/config.json" }
    var tokens: String { state + "/tokens.json" }
    var cacheFile: String { cache + "/cache.db" }

    /// The lock of a directory's sync; the name is of any text, and so is hashed.
    func syncLock(_ directory: String, account: String) -> String {
        "\(state)/sync-\(Fingerprint.of(directory + "\n" + account)).lock"
    }
}

/// A short name for a long text: FNV-1a in 64 bits, the same in every run.
enum Fingerprint {
    static func of(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
