import SluiceHTTP
import Users

/// A base URL that a person gave, checked before anything is asked or kept.
enum BaseURL {
    /// The URL. Fails with `usage` when it can't be one, no transport serves it, or the sample
    /// directory is told to do what it can't.
    static func check(_ text: String) throws(ServiceError) -> HTTPURL {
        guard let url = HTTPURL(text) else {
            throw ServiceError(
                .usage, "The base URL \(Echo.quoted(shown(text))) is no URL", hint: hint(for: text))
        }
        if url.isHTTP { return url }
        guard url.scheme == "sample" else {
            throw ServiceError(
                .usage,
                "The base URL \(Echo.quoted(shown(url.description))) has a scheme that isn't one of "
                    + "http, https, sample", hint: hint(for: text))
        }
        do throws(SampleFault.Mistake) {
            let query = SampleQuery(url.query)
            try SampleFault.checkNames(of: query)
            _ = try SampleFault(query)
        } catch {
            throw ServiceError(
                .usage,
                "The base URL \(Echo.quoted(url.description)) can't be followed: \(error.reason)")
        }
        return url
    }

    /// Fails with `usage` for a URL with a name, a password or a token in it, which would be kept in a
    /// file that anybody may read.
    static func refuseSecrets(in text: String) throws(ServiceError) {
        guard let url = HTTPURL(text), url.description != url.text else { return }
        throw ServiceError(
            .usage,
            "The base URL \(Echo.quoted(url.description)) has a secret in it, and is not kept",
            hint: "Leave it out; `sluice login NAME` asks for the password, and keeps no URL.")
    }

    /// A text that is no URL, without what would be its user and password if it were one.
    private static func shown(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        return start < at ? text[..<start] + "[redacted]" + text[at...] : text
    }

    /// What was probably meant: `127.0.0.1:8765` lacks its scheme.
    private static func hint(for text: String) -> String {
        if !text.contains("://"), !text.contains(where: \.isWhitespace),
            let meant = HTTPURL("http://" + text)
        {
            return "Did you mean `\(Echo.shortened(meant.description))`?"
        }
        return "Give one such as https://api.example.com/v1."
    }
}
