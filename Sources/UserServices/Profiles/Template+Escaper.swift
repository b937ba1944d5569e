import SluiceHTTP

extension Template {
    /// How a value is made harmless in a language that the server reads out of the text.
    enum Escaper: String, CaseIterable, Sendable {
        /// As it is.
        case none
        /// Percent-encoded, for a URL inside of a text; paths and queries are encoded anyway.
        case url
        /// A glob: `*`, `?`, `[` and the backslash stand for themselves.
        case glob
        /// A string in quotes within JSON that is itself the text of a parameter.
        case json
        /// A string in single quotes, where a quote is doubled: OData, SQL-like filters.
        case odata
        /// A string in single quotes, in Rison: `!` takes a character's meaning.
        case rison
        /// A regular expression: every character stands for itself.
        case regex
        /// Words of a Lucene query, as in Elasticsearch: every operator stands for itself.
        case lucene
        /// A value in an LDAP filter (RFC 4515 §3).
        case ldap
        /// A pattern of SQL's LIKE: `%`, `_` and the backslash stand for themselves.
        case like
        /// A string in a SCIM filter (RFC 7644 §3.4.2.2: as in JSON), without its quotes.
        case scim
        /// Words for a search language: what is neither letter, digit nor one of `@ . _ -` is a
        /// blank, so that no quote ends and no qualifier begins.
        case words
        /// A pattern whose other special characters depend on the server's database: each of them
        /// becomes `*`, and what is found too much is left out afterwards. Kinto takes a pattern for
        /// a regular expression in memory, and for an operand of ILIKE in PostgreSQL.
        case wildcard
        /// As it is; alone in a text of a JSON body it is written as a number, without quotes.
        case number

        func escape(_ value: String) -> String {
            switch self {
            case .none, .number: value
            case .url: PercentEncoding.encode(value)
            case .glob: Self.escape(value, ["*", "?", "[", "\\"]) { "\\\($0)" }
            case .scim: Self.escape(value, ["\"", "\\"]) { "\\\($0)" }
            case .json: String(JSONText.quoted(value).dropFirst().dropLast())
            case .odata: Self.escape(value, ["'"]) { _ in "''" }
            case .rison: Self.escape(value, ["'", "!"]) { "!\($0)" }
            case .regex: Self.escape(value, Self.set("\\^$.|?*+()[]{}/-")) { "\\\($0)" }
            case .lucene: Self.escape(value, Self.set("\\+-!():^[]\"{}~*?|&/=<> ")) { "\\\($0)" }
            case .like: Self.escape(value, ["%", "_", "\\"]) { "\\\($0)" }
            case .ldap: Self.escape(value, ["*", "(", ")", "\\", "\0"]) { Self.hexadecimal($0) }
            case .words: Self.words(value)
            case .wildcard: Self.escape(value, Self.patterns) { _ in "*" }
            }
        }

        /// With the quotes of a filter's strings, which would end there.
        private static let patterns = set("*?%_.+()[]{}|^$\\\"'`")

        private static func set(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }

        /// Whether a value, as a pattern, could match more than itself.
        static func isPattern(_ value: String) -> Bool {
            value.unicodeScalars.contains(where: patterns.contains)
        }

        /// By scalars: a quote with an accent over it is another character, and still ends a string.
        private static func escape(
            _ value: String, _ special: Set<Unicode.Scalar>, _ replace: (Unicode.Scalar) -> String
        ) -> String {
            var text = String.UnicodeScalarView()
            for scalar in value.unicodeScalars {
                if special.contains(scalar) {
                    text.append(contentsOf: replace(scalar).unicodeScalars)
                } else {
                    text.append(scalar)
                }
            }
            return String(text)
        }

        private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
            String(scalar).utf8.map { byte in
                (byte < 16 ? "\\0" : "\\") + String(byte, radix: 16)
            }.joined()
        }

        private static func words(_ value: String) -> String {
            let kept: Set<Character> = ["@", ".", "_", "-"]
            return String(value.map { $0.isLetter || $0.isNumber || kept.contains($0) ? $0 : " " })
                .split(separator: " ")
                .map { word in
                    // A minus in front would exclude, and these words would join.
                    let word = word.drop { $0 == "-" }
                    return ["AND", "OR", "NOT"].contains(word) ? word.lowercased() : String(word)
                }
                .filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }
}
