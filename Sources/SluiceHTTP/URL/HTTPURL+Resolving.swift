extension HTTPURL {
    /// This URL as a base, with a call's path and query after its own.
    ///
    /// The query of a base stays (`sample:?latency=300ms`), and the call's comes after it.
    public func appending(_ path: Path) -> HTTPURL {
        var url = self
        let tail = path.encodedPath
        if !tail.isEmpty {
            while url.path.hasSuffix("/") { url.path.removeLast() }
            url.path += tail.hasPrefix("/") ? tail : "/" + tail
        }
        let queries = [query, path.encodedQuery].compactMap(\.self).filter { !$0.isEmpty }
        url.query = queries.isEmpty ? nil : queries.joined(separator: "&")
        return url
    }

    /// The URL that `reference` means here, as in a `Location` header; nil when it is none (RFC 3986 §5.2).
    public func resolving(_ reference: String) -> HTTPURL? {
        if let absolute = HTTPURL(reference) { return absolute }
        // A colon in the first segment can only end a scheme: no path is meant (RFC 3986 §4.2).
        if reference.prefix(while: { !"/?#".contains($0) }).contains(":") { return nil }
        if reference.hasPrefix("//") { return HTTPURL(scheme + ":" + reference) }
        var text = Substring(reference)
        if let hash = text.firstIndex(of: "#") { text = text[..<hash] }
        let mark = text.firstIndex(of: "?")
        let tail = PercentEncoding.repair(text[..<(mark ?? text.endIndex)])
        var url = self
        if !tail.isEmpty {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
            url.path = Self.removingDots(tail.hasPrefix("/") ? tail : folder + tail)
        }
        if mark != nil || !tail.isEmpty {
            url.query = mark.map { PercentEncoding.repair(text[text.index(after: $0)...]) }
        }
        return url
    }

    private static func removingDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
