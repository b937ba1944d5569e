import Testing

@testable import SluiceHTTP

@Suite struct `JSON path` {
    private static let document = #"""
        {"data":{"items":[{"id":1},{"id":"2"}],"none":null},"a.b":"dotted",
         "emails":[{"value":"x","primary":false},{"value":"y","primary":true},{"value":"z","type":"work"}]}
        """#

    @Test(
        arguments: [
            ("data.items[1].id", "2"), ("emails[primary=true].value", "y"),
            ("emails[type=work].value", "z"), (#"["a.b"]"#, "dotted"),
            (#"data["items"][0].id"#, "1"),
            ("data.items[2].id", nil), ("data.gone.id", nil), ("emails[type=home].value", nil),
            ("data.items.id", nil), ("emails[value=x][0]", nil),
        ] as [(String, String?)])
    func `leads to a value or nowhere`(path: String, text: String?) throws {
        let path = try JSONPath(path)
        try JSONDocument(Array(Self.document.utf8)).withRoot { root in
            #expect(root.value(at: path)?.text == text)
        }
    }

    @Test func `a null that is there is a value, and the empty path is the root`() throws {
        let none = try JSONPath("data.none")
        try JSONDocument(Array(Self.document.utf8)).withRoot { root in
            #expect(root.value(at: none)?.isNull == true)
            #expect(root.value(at: .root)?.kind == .object)
        }
    }

    @Test(arguments: [
        (".a", 0), ("a.", 2), ("a..b", 2), ("a[", 2), ("a[]", 2), ("a[x]", 3), ("a[-1]", 4),
        (#"a["b]"#, 5), ("a[b=]", 4), ("a]", 1), ("a[0]b", 4),
    ])
    func `a malformed path is refused, with the place`(path: String, position: Int) {
        let error = #expect(throws: JSONPathError.self) { _ = try JSONPath(path) }
        #expect(error?.position == position)
    }
}
