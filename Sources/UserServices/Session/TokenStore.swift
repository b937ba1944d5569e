import Glibc
import SluiceHTTP

/// The tokens of all servers and accounts, in one file that only its owner can read.
///
/// Every change reads the file, changes it and replaces it at once, under a lock between processes,
/// so that two logins at the same time both stay. A file that can't be understood counts as empty.
struct TokenStore: Sendable {
    /// A token, and when it ends: milliseconds since 1970, nil when that isn't known.
    struct Token: Sendable, Hashable {
        var credential: Credential
        var expiresAt: Int64?

        var account: String { credential.account }
    }

    /// Where the file is.
    let path: String

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

    /// The mode of the file, as in `0600`; nil when there is none.
    var mode: String? {
        SmallFile.mode(of: path).map { mode in
            let digits = String(mode, radix: 8)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// What is kept for one server.
    private struct Server {
        var last: String?
        var tokens: [String: Token] = [:]
    }

    private func change(_ edit: (inout [String: Server]) -> Void) throws(FileFailure) {
        let lock = try FileLock(path + ".lock")
        try lock.waitUntilHeld()
        defer { lock.release() }
        var servers = try read()
        edit(&servers)
        try SmallFile.replace(path, with: Array(Self.write(servers).utf8))
    }

    private func read() throws(FileFailure) -> [String: Server] {
        do throws(FileFailure) {
            return Self.parse(try SmallFile.read(path))
        } catch {
            if error.isMissing { return [:] }
            throw error
        }
    }

    private static func parse(_ bytes: [UInt8]) -> [String: Server] {
        guard let document = try? JSONDocument(bytes) else { return [:] }
        return document.withRoot { root in
            var servers: [String: Server] = [:]
            for (name, value) in root.members {
                var server = Server(last: value["last"]?.string)
                for (account, token) in value["tokens"].map({ Array($0.members) }) ?? [] {
                    guard let account = account.string, let secret = token["token"]?.string
                    else { continue }
                    server.tokens[account] = Token(
                        credential: Credential(
                            secret: secret, account: account,
                            refreshToken: token["refreshToken"]?.string),
                        expiresAt: token["expiresAt"]?.int)
                }
                servers[name.string ?? ""] = server
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
                    return (account, object(members))
                }
                var members = [("tokens", object(tokens))]
                if let last = server.last { members.insert(("last", JSONText.quoted(last)), at: 0) }
                return (name, object(members))
            }) + "\n"
    }
}
