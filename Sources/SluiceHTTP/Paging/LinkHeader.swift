/// The links of a header `Link` (RFC 8288): `<https://…?page=2>; rel="next", <…>; rel="last"`.
package enum LinkHeader {
    /// The URL of the relation `next`; nil where there is none.
    package static func next(_ text: String) -> String? {
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let url = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            // The parameters end at a comma that isn't in quotes.
            var isQuoted = false
            let end =
                rest.firstIndex { character in
                    if character == "\"" { isQuoted.toggle() }
                    return character == "," && !isQuoted
                } ?? rest.endIndex
            if rest[..<end].split(separator: ";").contains(where: isNext) { return String(url) }
            rest = rest[end...]
        }
        return nil
    }

    /// Whether a parameter is `rel` with `next` among its words.
    private static func isNext(_ parameter: Substring) -> Bool {
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let name = parts[0].filter { !$0.isWhitespace }.lowercased()
        return name == "rel"
            && parts[1].split { $0 == "\"" || $0.isWhitespace }
                .contains { $0.lowercased() == "next" }
    }
}
