import Testing

@testable import UserServices

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
