import SluiceHTTP

/// What the sample directory is told to do wrong, and how long to take: for trying things out.
///
/// It stands in the query of the base URL, `sample:?latency=300ms&fault=html`, so it comes with
/// every request, and the directory needs no state.
struct SampleFault {
    /// The faults there are.
    enum Kind: String, CaseIterable {
        /// Status 666: the session has ended.
        case expired
        /// HTTP 200, and an envelope with code 500.
        case rejected
        /// No answer at all.
        case offline
        /// Status 503.
        case status503
        /// A page instead of JSON, as from a proxy.
        case html
    }

    /// What it is told and can't do; `reason` says what it can.
    struct Mistake: Error, Hashable {
        var reason: String
    }

    /// The parameters that are the directory's own, and no part of a call.
    static let parameters: Set<String> = ["fault", "latency"]

    var kind: Kind?
    var latency: Duration = .zero

    /// Reads the fault out of a query.
    init(_ query: SampleQuery) throws(Mistake) {
        if let word = query["fault"] {
            guard let kind = Kind(rawValue: word) else {
                let allowed = Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw Mistake(reason: "fault=\(word) is not one of \(allowed)")
            }
            self.kind = kind
        }
        if let text = query["latency"] {
            guard let latency = Self.duration(text) else {
                throw Mistake(reason: "latency=\(text) is no duration such as 300ms or 2s")
            }
            self.latency = latency
        }
    }

    /// Refuses what isn't a parameter of the directory's own, in a base URL, where nothing else stands.
    static func checkNames(of query: SampleQuery) throws(Mistake) {
        for name in query.names.sorted() where !parameters.contains(name) {
            let allowed = parameters.sorted().joined(separator: ", ")
            throw Mistake(reason: "\(name) is not one of \(allowed)")
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= 600_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms", "": return .milliseconds(number)
        case "s": return .seconds(number)
        default: return nil
        }
    }
}

/// The parameters of a request's query, decoded; the first of a name counts.
struct SampleQuery {
    private var values: [String: String] = [:]

    init(_ query: String?) {
        for item in (query ?? "").split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentEncoding.decode(pair[0])
            if values[name] == nil {
                values[name] = pair.count > 1 ? PercentEncoding.decode(pair[1]) : ""
            }
        }
    }

    /// The names there are.
    var names: [String] { Array(values.keys) }

    subscript(name: String) -> String? { values[name] }
}
