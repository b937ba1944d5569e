import Testing

@testable import SluiceCLI

/// Widths, escapes, dates and quantities.
@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("김민준", 6),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪🇯🇵", 4), ("❤️", 2), ("❤", 1), ("👍🏽", 2),
        ("1️⃣", 2), ("ａ", 2), ("a\u{200D}b", 2), ("ไม้", 2), ("¡", 1), ("\u{1FAE8}", 2),
    ])
    func `C7: width counts the columns that a terminal draws`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("plain ü 日 👩‍👧", "plain ü 日 👩‍👧"),
        ("a\u{1B}[31mb", "a\\u{1B}[31mb"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\r\n", "\\r\\n"),
        ("\u{9B}2J", "\\u{9B}2J"), ("x\u{202E}y\u{2066}z", "x\\u{202E}y\\u{2066}z"),
        ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"), ("\u{7F}\u{0}", "\\u{7F}\\u{0}"),
        ("\u{2028}", "\\u{2028}"),
    ])
    func `C7: what could move the cursor or turn the text is shown as an escape`(
        _ text: String, _ shown: String
    ) {
        #expect(VisibleText.escape(text) == shown)
    }

    @Test func `a cut text ends with an ellipsis and never takes half of a character`() {
        #expect(Fitting.truncate("abcdef", to: 6) == "abcdef")
        #expect(Fitting.truncate("abcdef", to: 5) == "abcd…")
        #expect(Fitting.truncate("日本語", to: 4) == "日…")
        #expect(Fitting.truncate("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", to: 3) == "👩‍👩‍👧‍👦…")
        #expect(Fitting.truncate("ab", to: 0) == "")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_480_452_778_000, "2016-11-29T20:52:58Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (4_107_542_399_005, "2100-02-28T23:59:59.005Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
    ])
    func `a moment is written in RFC 3339, with milliseconds where there are any`(
        _ milliseconds: Int64, _ text: String
    ) {
        #expect(Timestamp.rfc3339(milliseconds) == text)
    }

    @Test func `ages, sizes and counts read as a person says them`() {
        #expect(
            [0, 9_999, 59_999, 180_000, 7_200_000, 90_000_000, 200_000_000, -5].map {
                Quantity.age(milliseconds: $0)
            } == [
                "just now", "just now", "59 s ago", "3 min ago", "2 h ago", "1 day ago",
                "2 days ago", "just now",
            ])
        #expect(
            [999, 1_000, 4_212_000, 999_999, 5_000_000_000].map(Quantity.bytes)
                == ["999 B", "1.0 kB", "4.2 MB", "999.9 kB", "5.0 GB"])
        #expect(
            [0, 999, 1_000, 1_234_567, -1_000].map { Quantity.count($0) }
                == ["0", "999", "1,000", "1,234,567", "-1,000"])
        #expect(Quantity.count(1, "person", "people") == "1 person")
        #expect(Quantity.count(2_000, "person", "people") == "2,000 people")
    }

    @Test func `C8: a table too wide takes from its widest column, and only when given a width`() {
        let rows = [["1", String(repeating: "x", count: 30), "a@b.org"]]
        let whole = TableLayout(header: ["ID", "NAME", "E-MAIL"], rows: rows, width: nil).lines()
        #expect(whole[1] == "1   \(String(repeating: "x", count: 30))  a@b.org")
        let cut = TableLayout(header: ["ID", "NAME", "E-MAIL"], rows: rows, width: 24).lines()
        #expect(cut == ["ID  NAME         E-MAIL", "1   xxxxxxxxxx…  a@b.org"])
    }
}
