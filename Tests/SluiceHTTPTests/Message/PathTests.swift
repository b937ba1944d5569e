import SluiceHTTP
import Testing

/// P4: each value of a path is one segment, whatever is in it.
struct PathTests {
    @Test(arguments: [
        ("7", "7"), ("a/b", "a%2Fb"), ("..", "%2E%2E"), (".", "%2E"), ("...", "%2E%2E%2E"),
        ("a?b#c&d=e", "a%3Fb%23c%26d%3De"), ("@ana:matrix.org", "%40ana%3Amatrix.org"),
        ("100%", "100%25"), ("%2F", "%252F"), ("a\r\nX: y", "a%0D%0AX%3A%20y"), ("", ""),
        ("é日", "%C3%A9%E6%97%A5"), ("a+b", "a%2Bb"), ("~-._", "~-._"), ("\0", "%00"),
    ])
    func `P4: an interpolated value becomes one encoded segment`(
        _ value: String, _ encoded: String
    ) {
        let path: Path = "/v3/user/\(value)/roles"
        // Only dots are a step when they are the whole segment, and three are no step.
        let expected = value == "..." ? "..." : encoded
        #expect(path.encodedPath == "/v3/user/\(expected)/roles")
        #expect(path.encodedQuery == nil)
    }

    @Test func `P4: after the question mark a value is one query value`() {
        let path: Path = "/users?q=\("a&b=c#d e")&page=\(2)"
        #expect(path.encodedPath == "/users")
        #expect(path.encodedQuery == "q=a%26b%3Dc%23d%20e&page=2")
    }

    @Test func `what is written literally keeps its structure`() {
        let path: Path = "/users/@me:x?a=%20&b"
        #expect(path.encodedPath == "/users/@me:x")
        #expect(path.encodedQuery == "a=%20&b")
        #expect((Path(encoded: "/a b\n#top")).encodedPath == "/a%20b%0A")
    }

    @Test func `a path goes after the base's own path, and its query after the base's`() throws {
        let base = try #require(HTTPURL("https://api.test/v1/?tenant=a"))
        #expect(
            base.appending("/user/\("x/y")?b=1").text
                == "https://api.test/v1/user/x%2Fy?tenant=a&b=1")
        #expect(base.appending("user").text == "https://api.test/v1/user?tenant=a")
        let sample = try #require(HTTPURL("sample:?latency=300ms"))
        #expect(
            sample.appending("/v3/users?page=2").text == "sample:/v3/users?latency=300ms&page=2")
    }
}
