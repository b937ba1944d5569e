import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct `Profiles` {
    /// A profile that is right but for what is put into it.
    private func read(_ members: String = "", list: String = "") throws -> Profile {
        let text = #"""
            {"name":"acme","baseURL":"https://acme.example","list":{"path":"/people"\#(list)},
             "fields":{"id":"id"}\#(members)}
            """#
        return try Profile(json: Array(text.utf8), origin: "profiles/acme.json")
    }

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
                #"fields: missing; say at least where the "id" is"#,
                #"dates: "second" is not one of rfc3339, seconds, milliseconds, http, compact; did you mean "seconds"?"#,
                "list.path: expected a string, found number",
                "list.fields.id: missing; a user needs an id",
                "list.paging.path: missing; the path or the header of the next cursor is needed",
                "detail.path: the call has no place for {id}",
                "search[0].path: the call has no place for {text}",
                #"titel: unknown key; did you mean "title"?"#,
            ])
        #expect(error?.description.hasPrefix("acme.json has 11 mistakes: baseURL:") == true)
    }

    @Test func `one that says little has the usual rules`() throws {
        let profile = try read()
        #expect(profile.auth.scheme == .none)
        #expect(profile.envelope.sessionStatuses == [401])
        #expect(profile.list.paging.style == .none)
        #expect(profile.freshFor == 300_000)
        #expect(!profile.isVerified)
    }

    @Test(arguments: [
        (#","titel":"x""#, "", #"titel: unknown key; did you mean "title"?"#),
        (#","freshFor":"5""#, "", "freshFor: expected a whole number from 0 to 31536000, found 5"),
        (#","ids":"uuid""#, "", #"ids: "uuid" is not one of text, number"#),
        (#","verified":1"#, "", "verified: expected true or false, found number"),
        (
            #","auth":{"scheme":"oauth"}"#, "",
            #"auth.scheme: "oauth" is not one of none, basic, token, cookie, places"#
        ),
        (
            #","auth":{"whoAmI":{"path":"/me","account":"a..b"}}"#, "",
            #"auth.whoAmI.account: "a..b" is not a path: expected a name at character 3"#
        ),
        (
            #","envelope":{"sessionStatuses":[401,"x"]}"#, "",
            #"envelope.sessionStatuses: "x" is not an HTTP status from 100 to 999"#
        ),
        (
            #","envelope":{"success":{"code":200}}"#, "",
            "envelope.code: missing; a test of the code needs the code's path"
        ),
        (
            "", #","paging":{"kind":"pge"}"#,
            #"list.paging.kind: "pge" is not one of none, page, offset, startIndex, cursor, lastId, nextHeader, nextPath, link; did you mean "page"?"#
        ),
        (
            "", #","paging":{"kind":"page","header":"Link"}"#,
            "list.paging.header: means nothing with kind page"
        ),
        (
            "", #","paging":{"kind":"page","base":2}"#,
            "list.paging.base: expected a whole number from 0 to 1, found 2"
        ),
        (
            "", #","query":{"q":"{text}"}"#,
            #"list.query.q: "{text}" is not one of baseURL, cursor, endIndex, offset, page, size, startIndex; a brace is {{"#
        ),
        (
            "", #","paging":{"kind":"page","more":"m","last":"l"}"#,
            "list.paging.last: expected one of more, last, and one only"
        ),
        (
            #","auth":{"scheme":"places"}"#, "",
            #"auth.scheme: "places", and the list has no place for {token}"#
        ),
        (
            #","auth":{"scheme":"basic","query":"key"}"#, "",
            "auth.query: means nothing with scheme basic"
        ),
        (
            #","auth":{"scheme":"token","query":"key","header":"X-Key"}"#, "",
            "auth.header: means nothing with query"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","token":"t","expiresInUnit":"minutes"}}"#,
            "", "auth.login.expiresInUnit: means nothing without expiresIn"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","token":"t","values":{"id":"a","b":{"path":"x","header":"y"}}}}"#,
            "",
            "profiles/acme.json has 2 mistakes: auth.login.values.id: the name is that of a value of calls; choose another; auth.login.values.b.path: expected one of path, header, cookie, and one only"
        ),
        (
            #","auth":{"scheme":"none","headers":{"X":"{token}"}}"#, "",
            #"auth.headers.X: "{token}" is not one of baseURL; a brace is {{"#
        ),
        (
            #","auth":{"scheme":"token","headers":{"X":"{tokn}"}}"#, "",
            #"auth.headers.X: "{tokn}" is not one of account, baseURL, token; did you mean "{token}"?"#
        ),
        (
            #","list":5"#, "", "list: written twice; the first one would hold"
        ),
        (
            #","envelope":{"success":{"absent":"error","optional":true}}"#, "",
            "envelope.success.optional: means nothing without code"
        ),
        (
            #","detail":{"path":"/p/{id}","shape":"object"}"#, "",
            "detail.shape: means nothing without items"
        ),
        (
            #","detail":{"path":"/p/{id}","item":"a","items":"b"}"#, "",
            "detail.item: expected one of item, items, and one only"
        ),
        (
            "", #","sort":{"parameter":"s","fields":{"name":"n"}}"#,
            #"list.sort.fields: "name" is not one of id, username, displayName"#
        ),
        (
            #","search":[{"path":"/s","query":{"q":"{text:sql}","r":"{text}"}}]"#, "",
            #"search[0].query.q: "sql" is not one of none, url, glob, json, odata, rison, regex, lucene, ldap, like, scim, words, wildcard, number"#
        ),
        (
            #","detail":{"path":"/p/{id","query":{"id":"{id}"}}"#, "",
            #"detail.path: "/p/{id" has a { without its }; a brace is {{"#
        ),
    ])
    func `a mistake is named with its path and what would be right`(
        members: String, list: String, message: String
    ) {
        let error = #expect(throws: ProfileError.self) { try read(members, list: list) }
        #expect(
            error?.description.hasPrefix("profiles/acme.json: \(message)") == true
                || error?.description == message,
            "\(String(describing: error))")
    }

    @Test(arguments: [
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        ("[]", "expected an object, found array"),
        ("null", "expected an object, found null"),
        ("{", "not JSON at line 1, column 2 (byte 1): "),
        ("{\n  \"name\": \"é\",\n}", "not JSON at line 3, column 1 (byte 18): "),
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

    @Test func `a key that is written twice is a mistake at every depth`() throws {
        let error = #expect(throws: ProfileError.self) {
            try read(#","ids":"text","ids":"number","headers":{"A":"1","A":"2"}"#)
        }
        #expect(
            error?.mistakes.map(\.description) == [
                "headers.A: written twice; the first one would hold",
                "ids: written twice; the first one would hold",
            ])
    }

    @Test func `a deeply nested body is read, and a value of the wrong kind is named`() throws {
        let body = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let profile = try read(list: #","method":"POST","body":\#(body)"#)
        #expect(profile.list.call.body?.text == body)
        let error = #expect(throws: ProfileError.self) {
            try read(#","headers":[1],"dates":{"a":1},"search":5"#)
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

@Suite struct `Templates` {
    @Test func `a value can't leave its place`() throws {
        let template = try Template("*{text:glob}*", allowing: ["text"])
        #expect(template.filled(with: ["text": #"a*b?[c\"#]) == #"*a\*b\?\[c\\*"#)
        let filter = try Template(#"userName eq "{text:scim}""#, allowing: ["text"])
        #expect(
            filter.filled(with: ["text": #"x" or "1" eq "1"#])
                == #"userName eq "x\" or \"1\" eq \"1""#)
    }

    @Test(arguments: [
        ("odata", "O'Brien", "O''Brien"), ("rison", "O'B!", "O!'B!!"),
        ("regex", "a.b*", #"a\.b\*"#), ("like", "50%_", #"50\%\_"#),
        ("lucene", "a:b c", #"a\:b\ c"#), ("ldap", "a*)(b", #"a\2a\29\28b"#),
        ("json", "a\"\n", #"a\"\n"#), ("regex:json", "a.\"", #"a\\.\""#),
    ])
    func `a value stands for itself in each language`(escaper: String, typed: String, text: String)
        throws
    {
        let template = try Template("{text:\(escaper)}", allowing: ["text"])
        #expect(template.filled(with: ["text": typed]) == text)
        #expect(template.text == "{text:\(escaper)}")
    }

    @Test func `what only a login gives is left out while nobody is logged in`() throws {
        let template = try Template("Bearer {token}", allowing: ["token"])
        #expect(template.isVoid(with: [:]))
        #expect(!template.isVoid(with: ["token": "t"]))
        let page = try Template("after:{cursor}", allowing: ["cursor"])
        #expect(!page.isVoid(with: [:]))
    }

    @Test func `a body of JSON stays JSON, whatever the password is`() throws {
        let profile = try ProfileCatalog(folder: "/nonexistent").profile("sample")
        guard case .json(let node)? = profile.auth.login?.call.body else {
            Issue.record("no body")
            return
        }
        let text = node.filled(with: ["name": "a\"b", "password": "\\\n\u{0}"])
        #expect(text == #"{"username":"a\"b","password":"\\\n\u0000"}"#)
    }
}
