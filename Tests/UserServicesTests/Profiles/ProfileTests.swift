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
                #"dates: "second" is not one of rfc3339, seconds, milliseconds; did you mean "seconds"?"#,
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
            #"auth.scheme: "oauth" is not one of none, basic, token, cookie"#
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
            #"list.query.q: "{text}" is not one of cursor, offset, page, size, startIndex"#
        ),
        (
            "", #","sort":{"parameter":"s","fields":{"name":"n"}}"#,
            #"list.sort.fields: "name" is not one of id, username, displayName"#
        ),
        (
            #","search":[{"path":"/s","query":{"q":"{text:sql}","r":"{text}"}}]"#, "",
            #"search[0].query.q: "sql" is not one of none, url, glob, scim, words, wildcard, number"#
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
            error?.description.hasPrefix("profiles/acme.json: \(message)") == true,
            "\(String(describing: error))")
    }

    @Test(arguments: ["", "[]", "{", "null", #"{"name":"x"}"#])
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
