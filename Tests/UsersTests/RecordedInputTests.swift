import SluiceFlow
import Testing

@testable import Users

/// T7: what went in is read again from its text.
@Suite struct RecordedInputTests {
    private static let texts = [
        "7", "O'Brien", "a \"b\" \\ c", "", "two\nlines\tand", "é \u{1F600} all",
    ]
    private static let freshness: [Freshness] = [
        .cached(), .cached(maxAge: 0), .cached(maxAge: 90_000), .fresh, .offline,
    ]

    @Test(arguments: texts, freshness)
    func `T7: who is shown and searched reads back`(text: String, freshness: Freshness) {
        let show = Read(text, freshness)
        #expect(Read(timelineText: show.timelineText) { $0.text() } == show)
        let search = Read(SearchQuery(text, limit: 5), freshness)
        #expect(Read(timelineText: search.timelineText) { SearchQuery(&$0) } == search)
        let login = Credentials(name: text, password: "secret")
        #expect(!login.timelineText.contains("secret"))
        #expect(Credentials(timelineText: login.timelineText)?.name == text)
        #expect(Freshness(timelineText: freshness.timelineText) == freshness)
    }

    @Test(arguments: texts)
    func `T7: a list, a watch and a choice read back`(text: String) throws {
        let lists = [
            ListQuery(), ListQuery(page: 3, perPage: 10),
            ListQuery(
                all: true,
                conditions: [
                    .init(field: "department", text: text), .init(field: text, text: "x"),
                ],
                sort: "email"),
        ]
        for list in lists {
            let read = Read(list, .fresh)
            #expect(Read(timelineText: read.timelineText) { ListQuery(&$0) } == read)
        }
        for watch in [WatchQuery(), WatchQuery(who: text, interval: 5_000)] {
            #expect(WatchQuery(timelineText: watch.timelineText) == watch)
        }
        var opened = OpenedDirectory(
            choice: DirectoryChoice(
                profile: text, account: text, baseURL: "http://a.test/\(text)",
                variables: ["bucket": text, "a": "b"], token: "tok", timeout: 1_500), time: 77)
        let read = try #require(OpenedDirectory(timelineText: opened.timelineText))
        opened.choice.token = "[redacted]"
        #expect(read == opened)
    }

    @Test(arguments: ["", "\"", "page", "\"7\" stale", "7", "\"7\" fresh fresh"])
    func `T7: what is no input isn't read`(text: String) {
        #expect(Read<String>(timelineText: text) { $0.text() } == nil)
        #expect(Read(timelineText: text) { ListQuery(&$0) } == nil)
    }
}
