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

    @Test func `the shipped ones read, and are marked as tried`() throws {
        let catalog = ProfileCatalog(folder: "/nonexistent")
        #expect(catalog.names == ["kinto", "sample"])
        for name in catalog.names {
            let profile = try catalog.profile(name)
            #expect(profile.name == name)
            #expect(profile.isVerified)
            #expect(profile.origin == "built in")
        }
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
            #"auth.scheme: "oauth" is not one of none, basic, token"#
        ),
        (
            #","auth":{"scheme":"token"}"#, "",
            #"auth.login: missing; scheme "token" needs to know how to get one"#
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
            "envelope.code: missing; the success test needs the code's path"
        ),
        (
            "", #","paging":{"kind":"pge"}"#,
            #"list.paging.kind: "pge" is not one of none, page, offset, startIndex, cursor, nextHeader, nextPath"#
        ),
        (
            "", #","paging":{"kind":"page","header":"Link"}"#,
            "list.paging.header: unknown key; allowed are base, kind, parameter, size, sizeLimit, sizeParameter"
        ),
        (
            "", #","paging":{"kind":"page","base":2}"#,
            "list.paging.base: expected a whole number from 0 to 1, found 2"
        ),
        ("", #","query":{"q":"{text}"}"#, #"list.query.q: "{text}" is not one of "#),
        (
            "", #","sort":{"parameter":"s","fields":{"name":"n"}}"#,
            #"list.sort.fields: "name" is not one of id, username, displayName"#
        ),
        (
            #","search":[{"path":"/s","query":{"q":"{text:sql}"}}]"#, "",
            #"search[0].query.q: "sql" is not one of none, glob, scim, wildcard"#
        ),
        (#","detail":{"path":"/p/{id"}"#, "", #"detail.path: "/p/{id" has a { without its }"#),
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
