import Glibc
import SluiceHTTP
import Synchronization

/// The tokens of all servers and accounts, in one file that only its owner can read.
///
/// Every change reads the file, changes it and replaces it at once, under a lock between processes,
/// so that two logins at the same time both stay. A file that can't be understood counts as empty,
/// and is set aside before another takes its place. Where there is no folder for the file, tokens
/// last as long as the store.
struct TokenStore: Sendable {
    /// A credential as it is kept.
    struct Token: Sendable, Hashable {
        var credential: Credential

        init(credential: Credential, expiresAt: Int64? = nil) {
            self.credential = credential
            self.credential.expiresAt = expiresAt
        }

        var account: String { credential.account }
        var expiresAt: Int64? { credential.expiresAt }
    }

    /// Where the file is; nil where tokens are held in memory.
    let path: String?
    private let memory = Memory()

    init(path: String?) { self.path = path }

    /// Whose tokens: a server, as one profile speaks to it. Another profile carries tokens in
    /// another way, and mustn't be handed this one's. Neither a URL nor the first word has a space.
    static func owner(_ server: String, profile: String) -> String { "\(server) \(profile)" }

    /// The token of an account; with nil, that of the account which logged in last.
    func token(server: String, account: String?) throws(FileFailure) -> Token? {
        let kept = try read()[server]
        guard let account = account ?? kept?.last else { return nil }
        return kept?.tokens[account]
    }

    /// Keeps a token, and remembers its account as the last one.
    func save(_ token: Token, server: String) throws(FileFailure) {
        try change { servers in
            servers[server, default: Server()].tokens[token.account] = token
            servers[server]?.last = token.account
        }
    }

    /// Forgets a token; not an error when there is none.
    func remove(server: String, account: String) throws(FileFailure) {
        try change { servers in
            servers[server]?.tokens[account] = nil
            if servers[server]?.last == account { servers[server]?.last = nil }
            if servers[server]?.tokens.isEmpty == true { servers[server] = nil }
        }
    }

    /// Moves a file that can't be understood to `tokens.json.damaged`, and gives that name; nil when there is
    /// nothing to move. An older damaged file gives way.
    func setAsideDamage() throws(FileFailure) -> String? {
        guard let path, try readFile(path) == nil else { return nil }
        return try locked(path) { () throws(FileFailure) in
            // Another process may have been faster.
            try readFile(path) == nil ? try setAside(path) : nil
        }
    }

    /// The mode of the file, as in `0600`; nil when there is none.
    var mode: String? {
        path.flatMap(SmallFile.mode).map { mode in
            let digits = String(mode, radix: 8)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// What is kept for one server.
    private struct Server {
        var last: String?
        var tokens: [String: Token] = [:]
    }

    /// Where tokens are without a file.
    private final class Memory: Sendable {
        let servers = Mutex<[String: Server]>([:])
    }

    private func change(_ edit: (inout [String: Server]) -> Void) throws(FileFailure) {
        guard let path else { return memory.servers.withLock { edit(&$0) } }
        try locked(path) { () throws(FileFailure) in
            let kept = try readFile(path)
            if kept == nil { _ = try setAside(path) }
            var servers = kept ?? [:]
            edit(&servers)
            try SmallFile.replace(path, with: Array(Self.write(servers).utf8))
        }
    }

    private func locked<Value>(
        _ path: String, _ work: () throws(FileFailure) -> Value
    ) throws(FileFailure) -> Value {
        let lock = try FileLock(path + ".lock")
        try lock.waitUntilHeld()
        defer { lock.release() }
        return try work()
    }

    private func setAside(_ path: String) throws(FileFailure) -> String {
        let target = path + ".damaged"
        guard rename(path, target) == 0 else { throw FileFailure(path) }
        return target
    }

    private func read() throws(FileFailure) -> [String: Server] {
        guard let path else { return memory.servers.withLock { $0 } }
        return try readFile(path) ?? [:]
    }

    /// What the file holds, nothing where there is none; nil when it can't be understood.
    private func readFile(_ path: String) throws(FileFailure) -> [String: Server]? {
        do throws(FileFailure) {
            return Self.parse(try SmallFile.read(path))
        } catch {
            if error.isMissing { return [:] }
            throw error
        }
    }

    /// Nil unless all of it is as it was written: what is passed over would be lost at the next change.
    private static func parse(_ bytes: [UInt8]) -> [String: Server]? {
        guard let document = try? JSONDocument(bytes) else { return nil }
        return document.withRoot { root in
            guard root.kind == .object else { return nil }
            var servers: [String: Server] = [:]
            for (name, value) in root.members {
                guard let name = name.string, let tokens = value["tokens"], tokens.kind == .object
                else { return nil }
                var server = Server(last: value["last"]?.string)
                for (account, token) in tokens.members {
                    guard let account = account.string, let secret = token["token"]?.string
                    else { return nil }
                    server.tokens[account] = Token(
                        credential: Credential(
                            secret: secret, account: account,
                            refreshToken: token["refreshToken"]?.string),
                        expiresAt: token["expiresAt"]?.int)
                    for (name, value) in token["values"]?.members.map({ $0 }) ?? [] {
                        server.tokens[account]?.credential.given[name.string ?? ""] = value.string
                    }
                }
                servers[name] = server
            }
            return servers
        }
    }

    private static func write(_ servers: [String: Server]) -> String {
        func object(_ members: [(String, String)]) -> String {
            "{" + members.map { "\(JSONText.quoted($0)):\($1)" }.joined(separator: ",") + "}"
        }
        return object(
            servers.sorted { $0.key < $1.key }.map { name, server in
                let tokens = server.tokens.sorted { $0.key < $1.key }.map { account, token in
                    var members = [("token", JSONText.quoted(token.credential.secret))]
                    if let more = token.credential.refreshToken {
                        members.append(("refreshToken", JSONText.quoted(more)))
                    }
                    if let time = token.expiresAt { members.append(("expiresAt", String(time))) }
                    let given = token.credential.given.sorted { $0.key < $1.key }
                    if !given.isEmpty {
                        members.append(
                            ("values", object(given.map { ($0, JSONText.quoted($1)) })))
                    }
                    return (account, object(members))
                }
                var members = [("tokens", object(tokens))]
                if let last = server.last { members.insert(("last", JSONText.quoted(last)), at: 0) }
                return (name, object(members))
            }) + "\n"
    }
}
