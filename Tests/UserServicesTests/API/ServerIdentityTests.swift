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

    @Test func `another collection is another directory on the same server`() throws {
        let url = try #require(HTTPURL("http://h.example/v1"))
        let one = ServerIdentity(url, variables: ["b": "x", "a": "1&2"])
        #expect(one.directory == "http://h.example/v1?a=1%262&b=x")
        #expect(one.server == "http://h.example/v1")
    }
}
