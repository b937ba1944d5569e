import Glibc
import SluiceHTTP

/// How the network is reached where a machine has ways of its own.
public struct NetworkOptions: Sendable, Hashable {
    /// A file of certificates to trust instead of the system's: that of a company's own authority.
    public var caFile: String?
    /// A proxy's URL: `http://proxy.example:3128`, `socks5h://127.0.0.1:1080`.
    public var proxy: String?

    /// Goes straight to each server, and trusts whom the system trusts.
    public init(caFile: String? = nil, proxy: String? = nil) {
        self.caFile = caFile
        self.proxy = proxy
    }

    /// What an environment says: `SLUICE_CA_FILE`, `SLUICE_PROXY`; empty is not set.
    ///
    /// No other variable counts: one that is meant for other programs would send tokens through a
    /// proxy that nobody named here.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(caFile: value("SLUICE_CA_FILE"), proxy: value("SLUICE_PROXY"))
    }

    /// The transport that they make; where one of them can't be followed, one that says so and asks nobody.
    func makeTransport() -> any Transport {
        if let mistake { return MisledTransport(mistake: mistake) }
        return CurlTransport(transport)
    }

    /// The options of a transport.
    var transport: CurlTransport.Options { CurlTransport.Options(caFile: caFile, proxy: proxy) }

    /// What is wrong with a variable; nil when nothing is.
    var mistake: String? {
        if let proxy, !Self.isProxy(proxy) {
            let known = Self.proxySchemes.joined(separator: ", ")
            return "SLUICE_PROXY is no proxy's URL: give one such as http://proxy.example:3128, "
                + "with a scheme of \(known)"
        }
        guard let caFile, let reason = Self.fault(of: caFile) else { return nil }
        return "SLUICE_CA_FILE names \(Echo.quoted(caFile)), which can't be read: \(reason)"
    }

    /// Why a file can't be read; nil when it can.
    private static func fault(of file: String) -> String? {
        var status = stat()
        guard stat(file, &status) == 0, access(file, R_OK) == 0 else {
            return String(cString: strerror(errno))
        }
        return status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : nil
    }

    private static let proxySchemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Whether libcurl can take a text for a proxy's URL; without a scheme it takes `http`.
    private static func isProxy(_ text: String) -> Bool {
        guard let mark = text.firstRange(of: "://") else {
            return HTTPURL("http://" + text) != nil
        }
        return proxySchemes.contains(text[..<mark.lowerBound].lowercased())
            && HTTPURL("http" + text[mark.lowerBound...]) != nil
    }
}

/// In place of the network where the environment is wrong: whoever set a variable is told, and nobody is asked.
private struct MisledTransport: Transport {
    let mistake: String

    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        throw RequestError(.setup, request: request, detail: mistake)
    }
}

extension Limits {
    /// The limits of a call that may take so many milliseconds; nil for what they are otherwise.
    ///
    /// Who allows more time allows it to a server that thinks for long before it says anything. A
    /// connection is there as soon as otherwise, or a cached answer is.
    init(timeout: Int64?) {
        self.init()
        guard let timeout else { return }
        total = .milliseconds(timeout)
        idle = max(idle, total)
    }
}
