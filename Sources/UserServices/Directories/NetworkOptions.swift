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

    /// The options of a transport.
    var transport: CurlTransport.Options { CurlTransport.Options(caFile: caFile, proxy: proxy) }
}
