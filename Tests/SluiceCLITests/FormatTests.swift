import Testing
import Users

@testable import SluiceCLI

/// The exact text of each format.
@Suite struct FormatTests {
    private let now: Int64 = 1_480_452_778_000
    private let ana = User(
        id: "7", username: "ana", displayName: "Ana \u{1B}[31m\tBrandt\n\"x\\", email: "a,b@c.org",
        isActive: true, updatedAt: 1_480_452_778_123, fetchedAt: 1_480_452_598_000,
        attributes: ["b": "2", "a": "1\u{202E}"])
    private let min = User(id: "010", displayName: "김민준")

    private func writer(
        _ format: OutputFormat, fields: [String]? = nil, header: Bool = true, width: Int? = nil
    ) -> ResultWriter {
        ResultWriter(format: format, fields: fields, hasHeader: header, width: width, now: now)
    }

    @Test func `C7: json has the twelve fields, unknown ones as null, and loses nothing`() {
        #expect(
            writer(.json).one(Record(ana), .user) == """
                {"id":"7","username":"ana","displayName":"Ana \\u001B[31m\\tBrandt\\n\\"x\\\\",\
                "email":"a,b@c.org","phone":null,"title":null,"department":null,"isActive":true,\
                "avatarURL":null,"updatedAt":"2016-11-29T20:52:58.123Z",\
                "fetchedAt":"2016-11-29T20:49:58Z","attributes":{"a":"1\\u202E","b":"2"}}

                """)
    }

    @Test func `a list in json is one array, and an empty one is an empty array`() {
        let fields = ["id", "displayName"]
        #expect(
            writer(.json, fields: fields).many([Record(min), Record(min)], .user)
                == """
                [
                {"id":"010","displayName":"김민준"},
                {"id":"010","displayName":"김민준"}
                ]

                """)
        #expect(writer(.json).many([], .user) == "[]\n")
        #expect(
            writer(.ndjson, fields: fields).many([Record(min)], .user)
                == "{\"id\":\"010\",\"displayName\":\"김민준\"}\n")
        #expect(writer(.ndjson).many([], .user) == "")
    }

    @Test func `C3: a row of tsv is always one line and holds no escape byte`() {
        let text = writer(.tsv).many([Record(ana), Record(min)], .user)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4)
        #expect(
            lines[0]
                == "id\tusername\tdisplayName\temail\tphone\ttitle\tdepartment\tisActive\tavatarURL\tupdatedAt\tfetchedAt\tattributes"
        )
        #expect(
            lines[1].hasPrefix(
                "7\tana\tAna \\u001B[31m\\tBrandt\\n\"x\\\\\ta,b@c.org\t\t\t\ttrue\t\t"))
        #expect(lines[2] == "010\t\t김민준\t\t\t\t\t\t\t\t\t")
        #expect(!text.utf8.contains(0x1B))
    }

    @Test func `csv quotes what RFC 4180 says and leaves the rest alone`() {
        let text = writer(.csv, fields: ["id", "displayName", "email"]).many([Record(ana)], .user)
        #expect(
            text == """
                id,displayName,email
                7,"Ana \\u001B[31m\tBrandt
                ""x\\","a,b@c.org"

                """)
        #expect(
            writer(.csv, fields: ["id"], header: false).many([Record(min)], .user) == "010\n")
    }

    @Test func `C7: a table pads by width and shows controls as escapes`() {
        let text = writer(.table, fields: ["displayName", "id"]).many(
            [Record(min), Record(User(id: "8", displayName: "Bo\u{1B}]0;"))], .user)
        #expect(
            text == """
                NAME         ID
                김민준       010
                Bo\\u{1B}]0;  8

                """)
        #expect(writer(.table).many([], .user) == "")
    }

    @Test func `one person for a person: labels, known fields only, ages`() {
        let user = User(
            id: "8", username: "bo", fetchedAt: now - 180_000, attributes: ["floor": "3"])
        #expect(
            writer(.table).one(Record(user), .user) == """
                id        8
                username  bo
                fetched   2016-11-29T20:49:58Z (3 min ago)
                floor     3

                """)
    }

    @Test func `a sync's report is exact, with each skipped element`() {
        let report = SyncReport(
            inserted: 1, changed: 2, unchanged: 3, removed: 4,
            skipped: [SkippedElement(index: 3, path: "data[3].id", reason: "missing")])
        #expect(
            writer(.json).one(Record(report), .sync) == """
                {"inserted":1,"changed":2,"unchanged":3,"removed":4,\
                "skipped":[{"index":3,"path":"data[3].id","reason":"missing"}]}

                """)
    }

    @Test func `every record has exactly the fields of its schema`() {
        let session = Session(state: .loggedIn, account: "ana", user: ana)
        let status = ServiceStatus(profile: "p", server: "s", session: session)
        let profile = ProfileSummary(
            name: "p", title: "t", baseURL: "u", isVerified: true, origin: "built in")
        let pairs: [(Record, Schema)] = [
            (Record(ana), .user), (Record(session, profile: "p"), .session),
            (Record(profile), .profile), (Record(SyncReport()), .sync),
            (Record(status, isOffline: false, running: [], lastErrors: []), .status),
        ]
        for (record, schema) in pairs {
            #expect(record.fields.map(\.name).sorted() == schema.names.sorted())
        }
    }
}
