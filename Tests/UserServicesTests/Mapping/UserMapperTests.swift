import SluiceHTTP
import Testing
import Users

@testable import UserServices

@Suite struct `Mapping of users` {
    private func profile(_ fields: String, _ members: String = "") throws -> Profile {
        let text =
            #"{"name":"t","baseURL":"https://a.example","list":{"path":"/"},"fields":\#(fields)\#(members)}"#
        return try Profile(json: Array(text.utf8), origin: "t")
    }

    private func users(_ profile: Profile, _ items: String) throws -> UserList {
        let bytes = Array("{\"data\":\(items)}".utf8)
        let path = try JSONPath("data")
        var rule = profile.people
        rule.items = path
        return try JSONDocument(bytes).withRoot { root in
            let items = try #require(root.value(at: path))
            return try UserList(items, rule, fetchedAt: 7)
        }
    }

    @Test func `fallbacks, joins, tests and predicates give the fields`() throws {
        let profile = try profile(
            #"""
            {"id":"id","username":"login","displayName":["display","name.formatted","{name.given} {name.family}"],
             "email":["emails[primary=true].value","emails[0].value"],"isActive":{"path":"state","equals":"active"},
             "attributes":{"team":"team.name","locked":{"path":"open","not":true}}}
            """#)
        let list = try users(
            profile,
            #"""
            [{"id":1,"login":"a","display":"A","state":"active","emails":[{"value":"x@e"},{"value":"y@e","primary":true}]},
             {"id":"2","display":"","name":{"formatted":"B B"},"state":"gone","emails":[{"value":"z@e"}]},
             {"id":3,"name":{"given":"C"},"team":{"name":"ops"},"open":true},
             {"id":4,"login":null,"name":{}}]
            """#)
        #expect(list.skipped == [])
        #expect(
            list.users == [
                User(
                    id: "1", username: "a", displayName: "A", email: "y@e", isActive: true,
                    fetchedAt: 7),
                User(id: "2", displayName: "B B", email: "z@e", isActive: false, fetchedAt: 7),
                User(
                    id: "3", displayName: "C", fetchedAt: 7,
                    attributes: ["team": "ops", "locked": "false"]),
                User(id: "4", fetchedAt: 7),
            ])
    }

    /// BetterCodable#11, soffes/JSON#9: one bad element kills the list, or disappears silently.
    @Test func `P10: a bad element is left out and reported, and the rest stands`() throws {
        let list = try users(
            try profile(#"{"id":"id","username":"u","updatedAt":"t"}"#),
            #"[{"id":1},{"u":"x"},5,{"id":null},{"id":2,"u":{"x":1}},{"id":3,"t":"soon"},{"id":4},{"id":1}]"#
        )
        #expect(list.users.map(\.id) == ["1", "4", "1"])
        #expect(list.distinct.map(\.id) == ["1", "4"])
        #expect(
            list.skipped.map { "\($0.index) \($0.path): \($0.reason)" } == [
                "1 data[1].id: missing; a user needs an id",
                "2 data[2]: expected object, found number",
                "3 data[3].id: missing; a user needs an id",
                "4 data[4].u: expected text, found object",
                "5 data[5].t: expected a time (rfc3339)",
            ])
    }

    @Test func `P10: a strict profile refuses the list, with the place`() throws {
        let profile = try profile(#"{"id":"id"}"#, #","elements":"strict""#)
        let error = #expect(throws: UserMapper.Mistake.self) {
            try users(profile, "[{\"id\":1},{}]")
        }
        #expect(error?.path == "data[1].id")
    }

    @Test func `an empty text is no text`() throws {
        let list = try users(
            try profile(#"{"id":"id","email":"e"}"#), #"[{"id":1,"e":""},{"id":""}]"#)
        #expect(list.users == [User(id: "1", fetchedAt: 7)])
        #expect(list.skipped.map(\.path) == ["data[1].id"])
    }

    @Test func `bare strings are ids when the id's path is empty`() throws {
        let list = try users(try profile(#"{"id":""}"#), #"["ana","bo"]"#)
        #expect(list.users.map(\.id) == ["ana", "bo"])
    }

    /// swift-openapi-generator#537: fractional seconds, offsets, dates without time.
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T09:05:06.789Z", 1_769_850_306_789),
            ("2026-01-31T10:05:06.7891234+01:00", 1_769_850_306_789),
            ("2026-01-31 09:05:06", 1_769_850_306_000), ("2026-01-31", 1_769_817_600_000),
            ("2024-02-29T23:59:60Z", 1_709_251_200_000), ("1969-12-31T23:59:59Z", -1_000),
            ("2026-01-31T09:05-0230", 1_769_859_300_000), ("soon", nil), ("2026-13-01", nil),
            ("2026-01-31T25:00:00Z", nil), ("2026-01-31T09:05:06Zx", nil), ("", nil),
        ] as [(String, Int64?)])
    func `times are read in the forms that servers write`(text: String, time: Int64?) {
        #expect(DateText.milliseconds(text) == time)
    }

    @Test(
        arguments: [0, 951_782_400_000, 1_769_850_306_000, -1_000, 253_402_300_799_000] as [Int64])
    func `a time written is the same time read`(time: Int64) {
        #expect(DateText.milliseconds(DateText.rfc3339(time)) == time)
    }

    @Test func `a part of a text, and words for nothing`() throws {
        let profile = try profile(
            #"""
            {"id":{"path":"self","after":"/"},"username":{"path":"mxid","after":"@","before":":"},
             "phone":"phone","displayName":"{first} {last}","isActive":"on","attributes":{"x":"x"}}
            """#, #","nothing":[false,"N/A"]"#)
        let list = try users(
            profile,
            #"""
            [{"self":"https://a.example/users/7/","mxid":"@ana:a.example","phone":"N/A","first":"Ana",
              "last":"N/A","on":false,"x":false},
             {"self":"none","mxid":"@bo:a.example"},
             {"self":"/9","mxid":"bo","x":"y"}]
            """#)
        #expect(
            list.users == [
                User(
                    id: "7", username: "ana", displayName: "Ana", isActive: false, fetchedAt: 7),
                User(id: "9", fetchedAt: 7, attributes: ["x": "y"]),
            ])
        #expect(list.skipped.map(\.reason) == ["missing; a user needs an id"])
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
        ("6 Nov 1994 09:49:37 +0100", 784_111_777_000),
        ("Sun, 06 Nov 1994 03:49:37 -0500", 784_111_777_000),
        ("19941106084937Z", 784_111_777_000), ("19941106T084937.5Z", 784_111_777_500),
        ("199411060949+0100", 784_111_740_000), ("19941106", 784_080_000_000),
        ("Sun, 36 Nov 1994 08:49:37 GMT", nil), ("06 Foo 1994 08:49:37 GMT", nil), ("1994", nil),
        ("", nil), ("199411060949371Z", nil),
    ])
    func `times as HTTP and LDAP write them`(text: String, milliseconds: Int64?) {
        #expect((DateText.httpDate(text) ?? DateText.compact(text)) == milliseconds)
        if let milliseconds, text.hasSuffix("GMT") {
            #expect(DateText.httpDate(milliseconds) == text)
        }
    }
}
