import FoundationEssentials

/// Exchanges with a server as text, freed of secrets, from which a test suite runs without a network.
///
/// A file of lines, each a JSON object (https://github.com/ndjson/ndjson-spec). The first is
/// `{"cassette":1}`, the version of the format. Each other is one exchange, in the order of asking:
///
///     {"request":{"method":"GET","url":"http://a.test/users?page=1","headers":[["Accept","application/json"]]},
///      "response":{"status":200,"headers":[["ETag","\"v1\""]],"body":"{…}"},"milliseconds":12}
///
/// A body that isn't UTF-8 stands as `base64` in place of `body`; in place of `response` there may be
/// `"failure":{"code":"unreachable","detail":"…"}`. Whatever is a secret, by its name or since it was
/// sent as one, reads `[redacted]`, in every line: a token that a login gave is masked there too.
public struct Cassette: Sendable, Hashable {
    var exchanges: [CassetteExchange] = []

    /// How many exchanges there are.
    public var count: Int { exchanges.count }

    /// Reads a cassette; throws a `Malformed` that names the line.
    public init(_ text: String) throws(Malformed) {
        // By bytes: a string of JSON may hold what Swift takes for the end of a line.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first,
            let header = try? JSONDecoder().decode(Header.self, from: Data(first))
        else { throw Malformed(line: 1, reason: "no cassette; {\"cassette\":1} is expected") }
        guard header.cassette == 1 else {
            throw Malformed(
                line: 1, reason: "version \(header.cassette) is newer than this program")
        }
        for (index, line) in lines.enumerated().dropFirst() {
            do {
                exchanges.append(
                    try JSONDecoder().decode(CassetteExchange.self, from: Data(line)))
            } catch {
                throw Malformed(line: index + 1, reason: "no exchange, \(error)")
            }
        }
    }

    init(exchanges: [CassetteExchange]) { self.exchanges = exchanges }

    /// Reads exchanges, a line each, without the first line of a cassette's text.
    package init(lines: [String]) throws(Malformed) {
        try self.init(([Self.header] + lines).joined(separator: "\n"))
    }

    private static let header = #"{"cassette":1}"#

    /// The cassette as a file holds it, with a line break at its end.
    public var text: String {
        ([Self.header] + exchanges.map(Self.line)).joined(separator: "\n") + "\n"
    }

    /// One exchange as a line.
    static func line(of exchange: CassetteExchange) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers can always be written.
        return (try? encoder.encode(exchange)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// A text that is no cassette.
    public struct Malformed: Error, Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// What is wrong with it.
        public let reason: String
    }

    private struct Header: Decodable { let cassette: Int }
}
