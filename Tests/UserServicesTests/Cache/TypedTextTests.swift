import SluiceStore
import Testing
import Users

@testable import UserServices

/// S4 against what people type, paste and lean on: no text is an error, and each name finds its owner.
@Suite struct TypedTextTests {
    private static let pieces: [String] = [
        "\"", "'", "*", "^", ":", "(", ")", "-", "+", "AND", "OR", "NOT", "NEAR", "NEAR(", "{", "}",
        "\\", ";", "--", "/*", "%", "_", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\u{301}",
        "\u{200B}",
        "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "é", "ß", "İ", "김", "山", "カ", "👩‍👩‍👧", "😀",
        "a", "Ana", "brandt", "@", ".", "example.org", "1", " ", "  ", "\t", "\n", "ﷺ", "ﬀ", "Ａ",
        "！",
    ]

    private func typed(_ numbers: inout SeededNumbers) -> String {
        (0..<Int.random(in: 0...8, using: &numbers)).map { _ in
            Int.random(in: 0..<4, using: &numbers) > 0
                ? Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &numbers)]
                : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &numbers)).map { "\($0)" }
                    ?? "?"
        }.joined()
    }

    @Test(arguments: 0..<(seededRuns.map { $0 / 10_000 } ?? 1))
    func `S4: no typed text is an error`(group: Int) async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert((1...50).map { someone($0) })
        var numbers = SeededNumbers(seed: UInt64(group))
        let runs = seededRuns == nil ? 500 : 10_000
        for _ in 0..<runs {
            let text = typed(&numbers)
            let found = try await fixture.cache.search(text, limit: 3)
            #expect(found.count <= 3)
        }
    }

    /// Names that break programs: stored and returned as they came, byte for byte, and found.
    @Test(arguments: [
        "nul\u{0}inside", "\u{0}",
        "\u{301}\u{302}",
        "e\u{301}", "\u{202E}evol\u{202C}", "\u{200F}שלום", "a\u{2028}b\u{2029}c", "\u{FEFF}mark",
        "\u{1F}separator\u{1F}", "'; DROP TABLE person; --", "{\"json\":1}", "%s%n", "👨‍👩‍👧‍👦",
        "\r\n", " ", String(repeating: "\u{301}", count: 2_000),
    ])
    func `any name is stored, exported and returned as it came`(name: String) async throws {
        let fixture = try CacheFixture(.file)
        var user = someone(1, name)
        user.attributes = [name: name]
        user.username = name
        try await fixture.upsert([user, someone(2)])
        let cached = try #require(try fixture.cache.user(id: "1"))
        #expect(Array((cached.displayName ?? "").utf8) == Array(name.utf8))
        #expect(Array((cached.attributes[name] ?? "").utf8) == Array(name.utf8))
        #expect(try fixture.cache.users(username: name).map(\.id) == ["1"])
        let again = try await fixture.upsert([user, someone(2)])
        #expect(again == UpsertCounts(unchanged: 2))
        _ = try await fixture.cache.search(name)
        try await fixture.checkIndex()
        #expect(try await fixture.store.examine(UserCache.checks).isSound)
    }

    @Test func `a name of a megabyte is stored, found by its beginning, and returned as it came`()
        async throws
    {
        let fixture = try CacheFixture(.file)
        let name = String(repeating: "x", count: 1 << 20)
        try await fixture.upsert([someone(1, name), someone(2)])
        #expect(try fixture.cache.user(id: "1")?.displayName == name)
        #expect(try await fixture.cache.search("xxx").map(\.id) == ["1"])
        try await fixture.checkIndex()
    }
}
