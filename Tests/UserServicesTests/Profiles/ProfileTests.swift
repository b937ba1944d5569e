import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `Profiles` {
    @Test func `P12: a base URL with a password in it is a mistake, which doesn't show it`() {
        let text =
            #"{"name":"t","baseURL":"http://ana:hunter2@a.example","list":{"path":"/u"},"fields":{"id":"id"}}"#
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "t")
        }
        #expect(error?.description.contains("has a secret in it") == true)
        #expect(error.map { String(reflecting: $0).contains("hunter2") } == false)
    }

    @Test func `the shipped ones read, and are marked as tried when they were`() throws {
        let catalog = ProfileCatalog(folder: "/nonexistent")
        var tried: [String] = []
        for name in catalog.names {
            let profile = try catalog.profile(name)
            #expect(profile.name == name)
            #expect(profile.origin == "built in")
            #expect(!profile.title.isEmpty)
            if profile.isVerified { tried.append(name) }
        }
        #expect(tried == ["kinto", "privacyidea", "sample", "scim2"])
    }

    @Test func `every mistake is told at once, with what would be right`() {
        let text = #"""
            {"name":"acme","baseURL":"acme.example","titel":"x","dates":["rfc3339","second"],
             "auth":{"scheme":"cookie","login":{"path":"/login"}},
             "list":{"path":5,"paging":{"kind":"cursor"},"fields":{"username":"u"}},
             "detail":{"path":"/me"},"search":[{"path":"/s"}]}
            """#
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "acme.json")
        }
        #expect(
            error?.mistakes.map(\.description) == [
                #"baseURL: "acme.example" is no URL; one is https://api.example.com/v1"#,
                "auth.login.token: missing; the path of the token in the answer is needed",
                #"auth.cookie: missing; scheme "cookie" needs the login call, and the cookie's name"#,
                "auth.login.path: the call has no place for {password}",
                #"fields: missing; say at least where the "id" is"#,
                #"dates: "second" is not one of rfc3339, seconds, milliseconds, http, compact; did you mean "seconds"?"#,
                "list.path: expected a string, found number",
                "list.fields.id: missing; a user needs an id",
                "list.paging.path: missing; the path or the header of the next cursor is needed",
                "detail.path: the call has no place for {id}",
                "search[0].path: the call has no place for {text}",
                #"titel: unknown key; did you mean "title"?"#,
            ])
        #expect(error?.description.hasPrefix("acme.json has 12 mistakes: baseURL:") == true)
    }

    @Test func `one that says little has the usual rules`() throws {
        let profile = try Profile(acme: "")
        #expect(profile.auth.scheme == .none)
        #expect(profile.envelope.sessionStatuses == [401])
        #expect(profile.list.paging.style == .none)
        #expect(profile.freshFor == 300_000)
        #expect(!profile.isVerified)
    }

    @Test(arguments: [
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        ("\u{FEFF}\n", "the file is empty"),
        ("[]", "expected an object, found array"),
        ("null", "expected an object, found null"),
        ("{", "not JSON at line 1, column 2 (byte 1): "),
        ("{\n  \"name\": \"é\",\n}", "not JSON at line 3, column 1 (byte 18): "),
        ("\u{FEFF}{,", "not JSON at line 1, column 2 (byte 4): "),
        (
            String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000),
            "not JSON at line 1, column 513 (byte 512): "
        ),
    ])
    func `what is no JSON object is refused, with the line where it isn't`(
        text: String, message: String
    ) {
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "x.json")
        }
        #expect(
            error?.description.hasPrefix("x.json: \(message)") == true,
            "\(error?.description ?? "")")
    }

    @Test func `a byte-order mark before a profile is no part of it`() throws {
        let text =
            #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},"list":{"path":"/"}}"#
        #expect(try Profile(json: Array("\u{FEFF}\(text)".utf8), origin: "x.json").name == "t")
    }

    @Test func `a key that is written twice is a mistake at every depth`() throws {
        let error = #expect(throws: ProfileError.self) {
            try Profile(acme: #","ids":"text","ids":"number","headers":{"A":"1","A":"2"}"#)
        }
        #expect(
            error?.mistakes.map(\.description) == [
                "headers.A: written twice; the first one would hold",
                "ids: written twice; the first one would hold",
            ])
    }

    @Test func `a deeply nested body is read, and a value of the wrong kind is named`() throws {
        let body = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let profile = try Profile(acme: "", list: #","method":"POST","body":\#(body)"#)
        #expect(profile.list.call.body?.text == body)
        let error = #expect(throws: ProfileError.self) {
            try Profile(acme: #","headers":[1],"dates":{"a":1},"search":5"#)
        }
        #expect(
            error?.mistakes.map(\.description) == [
                "headers: expected an object, found array",
                "dates: expected a string, found object",
                "search: expected an object, found number",
            ])
    }

    @Test func `a folder in place of a file is said to be one`() {
        let error = #expect(throws: ProfileError.self) {
            try ProfileCatalog(folder: "/nonexistent").file("/tmp")
        }
        #expect(error?.description == "/tmp: Is a directory")
    }

    @Test func `a right one says what it will ask`() throws {
        let page = try ProfilePage()
        let profile = try Profile(
            json: Array(try #require(page.profiles["example-oauth"]).utf8), origin: "x")
        #expect(
            profile.explanation.map { "\($0.name): \($0.text)" } == [
                "carries: Authorization: Bearer {token}",
                "login: POST https://hr.example.com/oauth/token with the body grant_type=password&username={name}&password={password}; the token at access_token",
                "refresh: POST https://hr.example.com/oauth/token with the body grant_type=refresh_token&refresh_token={refreshToken}; the token at access_token",
                "whoAmI: GET https://hr.example.com/api/me; the account at user_name",
                "list: GET https://hr.example.com/api/users?page={page}&per_page={size}; people at users; pages by number from 1, 2 a page, 2 in a sync; the total at meta.total",
                "detail: GET https://hr.example.com/api/users/{id}; the person at user",
                "search: GET https://hr.example.com/api/users?q={text}&per_page={size}; people at users",
                "keeps: id, username, displayName, email, isActive, updatedAt, team",
            ])
    }

    @Test func `a right one says how it asks, in an unusual way too`() throws {
        let profile = try Profile(
            acme: #","auth":{"scheme":"token","login":{"path":"/t","basic":true,"token":"key"}}"#
                + #","detail":{"path":"/all","items":"all","partial":true}"#)
        let lines = profile.explanation.filter { ["login", "detail"].contains($0.name) }
        #expect(
            lines.map { $0.text.split(separator: "; ").dropFirst().joined(separator: "; ") } == [
                "the password as HTTP Basic; the token at key",
                "the one with that id of the people at all, where a missing key says nothing",
            ])
    }

    @Test(arguments: [#"{"name":"x"}"#])
    func `what is no profile at all is refused`(text: String) {
        #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "x.json")
        }
    }

    @Test func `an unknown name suggests the nearest`() {
        let catalog = ProfileCatalog(folder: "/nonexistent")
        let error = #expect(throws: ProfileError.self) { try catalog.profile("kintoo") }
        #expect(error?.description == #"kintoo: no such profile; did you mean "kinto"?"#)
    }
}
