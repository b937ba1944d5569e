import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `Server identity` {
    @Test(arguments: [
        ("sample:?fault=offline", "sample:"), ("http://h.example:80/v1/", "http://h.example/v1"),
        ("HTTP://u:p@H.example/v1?x=1", "http://h.example/v1"),
        ("https://h.example:80", "https://h.example:80"),
    ])
    func `is the same whatever doesn't lead elsewhere, and holds no secret`(
        url: String, name: String
    )
        throws
    {
        let identity = ServerIdentity(try #require(HTTPURL(url)), variables: [:])
        #expect(identity.server == name && identity.directory == name)
    }

    /// P12: the cache keeps the identity as text.
    @Test func `a secret variable tells directories apart, and is shown by none`() throws {
        let profile = try Profile(
            json: Array(
                #"""
                {"name":"keyed","baseURL":"https://h.example",
                 "variables":{"own":"0","apiKey":"0","q":"0","realm":"x","app":"0","form":"0"},
                 "auth":{"scheme":"token",
                         "login":{"path":"/in","token":"t","refreshToken":"r",
                                  "body":{"a":[{"client_secret":["{app}"],"realm":"{realm}"}],
                                          "p":"{password}"}},
                         "refresh":{"path":"/in","token":"t","encoding":"form",
                                    "body":{"secret":"{form}","r":"{refreshToken}"}}},
                 "headers":{"X-Tenant-Token":"{own}"},"query":{"access_key":"{q}"},
                 "list":{"path":"/people"},"fields":{"id":"id"}}
                """#.utf8), origin: "t")
        #expect(profile.secretVariables == ["own", "apiKey", "q", "app", "form"])
        let url = try #require(HTTPURL("https://h.example"))
        let all = ["one-77", "two-88"].map { secret in
            let variables = ["own": secret, "apiKey": secret, "q": secret, "realm": "x"]
            return ServerIdentity(url, variables: variables, secret: profile.secretVariables)
        }
        #expect(all[0] != all[1])
        #expect(!all[0].directory.contains("one-77") && all[0].directory.hasSuffix("&realm=x"))
    }

    @Test func `another collection is another directory on the same server`() throws {
        let url = try #require(HTTPURL("http://h.example/v1"))
        let one = ServerIdentity(url, variables: ["b": "x", "a": "1&2"])
        #expect(one.directory == "http://h.example/v1?a=1%262&b=x")
        #expect(one.server == "http://h.example/v1")
    }
}
