import SluiceHTTP
import Testing

struct HTTPURLTests {
    @Test func `a URL has its parts`() throws {
        let url = try #require(HTTPURL("HTTPS://ana:pw@API.Test:8443/v1/a%20b?x=1&y#top"))
        #expect(url.scheme == "https")
        #expect(url.userInfo == "ana:pw")
        #expect(url.host == "api.test")
        #expect(url.port == 8443)
        #expect(url.path == "/v1/a%20b")
        #expect(url.query == "x=1&y")
        #expect(url.text == "https://ana:pw@api.test:8443/v1/a%20b?x=1&y")
        #expect(HTTPURL("http://[::1]:80/")?.host == "[::1]")
    }

    @Test(arguments: [
        "", "api.test/v1", "http://", "http:///path", "://x", "1http://x", "http://a b/",
        "http://a:99999/", "http://a:x/", "http://[::1/", "http://a\r\nX:y/", "http:path",
    ])
    func `what is no URL isn't read as one`(_ text: String) {
        #expect(HTTPURL(text) == nil)
    }

    @Test func `a scheme of its own needs no host`() throws {
        let url = try #require(HTTPURL("sample:/v3/users?page=2"))
        #expect(url.scheme == "sample")
        #expect(url.host.isEmpty)
        #expect(url.path == "/v3/users")
        #expect(url.text == "sample:/v3/users?page=2")
        #expect(url.isHTTP == false)
    }

    @Test func `characters that may not stand in a URL are encoded`() {
        #expect(HTTPURL("http://a/b c\n?d\"é")?.text == "http://a/b%20c%0A?d%22%C3%A9")
    }

    @Test func `one origin is one scheme, host and port`() {
        #expect(HTTPURL("https://A.test/x")?.origin == HTTPURL("https://a.test:443/y")?.origin)
        #expect(HTTPURL("https://a.test")?.origin != HTTPURL("http://a.test:443")?.origin)
        #expect(HTTPURL("https://a.test")?.origin != HTTPURL("https://a.test:8443")?.origin)
        #expect(HTTPURL("https://a.test@b.test")?.origin.host == "b.test")
    }

    /// The examples of RFC 3986 §5.4, as far as they lead to a path or a query.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g#s", "http://a/b/c/g"),
        ("https://x/y", "https://x/y"),
    ])
    func `a reference is resolved`(_ reference: String, _ expected: String) {
        #expect(HTTPURL("http://a/b/c/d;p?q")?.resolving(reference)?.text == expected)
    }

    @Test func `P12: what a URL prints has neither user nor secret query values`() throws {
        let url = try #require(
            HTTPURL("http://ana:pw-1@a.test/x?access_token=t-2&page=3&api%5Fkey=k-4&Sig=s-5&q=key"))
        let printed =
            "\(url) \(String(reflecting: url)) \(String(describing: Mirror(reflecting: url)))"
        for secret in ["pw-1", "t-2", "k-4", "s-5"] { #expect(!printed.contains(secret)) }
        #expect(url.description.hasSuffix("page=3&api%5Fkey=[redacted]&Sig=[redacted]&q=key"))
        #expect(url.text.contains("pw-1"))
    }
}
