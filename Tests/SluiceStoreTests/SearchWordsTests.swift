import Testing

@testable import SluiceStore

/// How texts become words, in the index and in a search.
struct SearchWordsTests {
    @Test(arguments: [
        ("Ana Brandt", "ana brandt"),
        ("ana.brandt@example.org", "ana brandt example org"),
        ("Émile Ångström-Øst", "emile angstrom ost"),
        ("E\u{301}mile", "emile"),
        ("Straße Łódź İstanbul", "strasse lodz istanbul"),
        ("Nguyễn Ὀδυσσεύς Ёлка", "nguyen οδυσσευσ елка"),
        ("ＡＢＣ１２", "abc12"),
        ("Ana ana ANA", "ana"),
        ("👩‍👩‍👧 — !?", ""),
        ("", ""),
        ("김민준", "김민준 민준 준"),
        ("山田 太郎", "山田 田 太郎 郎"),
        ("ana김", "ana김 김"),
    ])
    func `words are folded, each once, and begin at each Han, kana and Hangul character`(
        text: String, words: String
    ) {
        let found = SearchWords.index(text)
        #expect(found.split(separator: " ").joined(separator: " ") == words)
    }

    @Test func `the words of several texts never run together`() {
        #expect(SearchWords.index("ana", nil, "brandt", "") == "ana brandt")
    }

    @Test func `what is typed becomes quoted words, and nothing else`() {
        #expect(SearchWords.prefixQuery("O'Br") == #""o"* "br"*"#)
        #expect(
            SearchWords.prefixQuery(#"" OR * NEAR(a) -b:c^"#) == #""or"* "near"* "a"* "b"* "c"*"#)
        #expect(SearchWords.exactQuery("Ana Ána") == #""ana""#)
        #expect(SearchWords.prefixQuery(" 😀 ") == nil)
    }

    @Test func `a pasted text stays a small search`() {
        let text = (0..<10_000).map { "word\($0)" }.joined(separator: " ")
        #expect(SearchWords.prefixQuery(text)?.split(separator: " ").count == 16)
    }

    @Test func `a long text without spaces stays small in the index, and is found from inside`() {
        let text = String(repeating: "山田太郎", count: 100)
        #expect(SearchWords.index(text).utf8.count < 20_000)
        #expect(SearchWords.prefixQuery("田太郎山田太郎山田太郎山田太郎")?.count == 12 + 3)
    }
}

/// Conditions in SQL, and the order of texts.
struct ConditionsTests {
    private func matches(_ pairs: [(Int, String)]) throws -> [String] {
        let store = try World.memory.store(in: TemporaryFolder())
        var conditions = Conditions()
        for (column, text) in pairs { conditions.add(column: column, contains: text) }
        return try store.read { db throws(StoreError) in
            var found: [String] = []
            try db.each(
                """
                WITH person (a, b) AS (VALUES ('Ana', 'Küche'), ('Ben', NULL), ('Émile', 'KUCHE 2'))
                SELECT a FROM person WHERE ?1 IS NULL OR holds(?1, a, b)
                """, conditions.bound
            ) { found.append($0.text(0)) }
            return found
        }
    }

    @Test func `a column contains a text, case and accents aside`() throws {
        #expect(try matches([]) == ["Ana", "Ben", "Émile"])
        #expect(try matches([(1, "küch")]) == ["Ana", "Émile"])
        #expect(try matches([(0, "E")]) == ["Ben", "Émile"])
        #expect(try matches([(0, "emile")]) == ["Émile"])
        #expect(try matches([(0, "x")]) == [])
    }

    @Test func `all conditions hold, and NULL meets none`() throws {
        #expect(try matches([(0, "e"), (1, "2")]) == ["Émile"])
        #expect(try matches([(1, "")]) == ["Ana", "Émile"])
        #expect(try matches([(7, "a")]) == [])
        #expect(try matches([(0, "a:\u{1F}0:")]) == [])
    }
}
