import SluiceStore
import Testing
import Users

@testable import UserServices

/// S4: what is found by what a person types.
struct UserCacheSearchTests {
    private static let people = [
        User(id: "1", username: "abrandt", displayName: "Ana Brandt", email: "ana@example.org"),
        User(id: "2", username: "dito", displayName: "Dana Ito", email: "dana.ito@example.org"),
        User(id: "3", username: "Émile", displayName: "Émile Ångström", email: nil),
        User(id: "4", username: "mj", displayName: "김민준", email: "mj@example.kr"),
        User(id: "5", username: nil, displayName: "山田 太郎", email: nil),
        User(id: "6", username: "smile", displayName: "😀 🎉", email: nil),
        User(id: "7", username: "o'brien", displayName: "Sean O'Brien", email: "sean@example.org"),
        User(id: "8"),
    ]

    @Test(arguments: [
        ("an", ["1", "3"]), ("brandt an", ["1"]), ("AN BR", ["1"]), ("dana.ito@example.org", ["2"]),
        ("emile", ["3"]), ("ÉMILE", ["3"]), ("e\u{301}mile", ["3"]), ("ang", ["3"]),
        ("민준", ["4"]), ("준", ["4"]), ("김", ["4"]), ("민김", []),
        ("郎", ["5"]), ("太郎 山", ["5"]), ("😀", ["6"]), ("🎉 ", ["6"]), ("'", ["7"]),
        ("o'br", ["7", "1"]), ("brien", ["7"]), ("example", ["1", "2", "4", "7"]),
        ("xyz", []), ("", []), ("  \n", []), ("*", []), ("%", []),
    ])
    func `S4: typed words find the people of whom they begin a word`(
        text: String, ids: [String]
    ) async throws {
        for world in CacheWorld.allCases {
            let fixture = try CacheFixture(world)
            try await fixture.upsert(Self.people)
            let found = try await fixture.cache.search(text).map(\.id.rawValue)
            #expect(found == ids, "\(world)")
        }
    }

    @Test func `S4: whoever has the word whole comes before those it begins`() async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert(
            (1...50).map { User(id: .init("\($0)"), username: "anabel\($0)") } + [
                User(id: "whole", username: "x", displayName: "Ana"),
                User(id: "part", displayName: "Brandt, Ana"),
            ])
        let found = try await fixture.cache.search("ana", limit: 5).map(\.id.rawValue)
        #expect(found == ["whole", "1", "2", "3", "part"])
        #expect(try await fixture.cache.search("ana", limit: 0) == [])
    }

    /// Typed text was read as search syntax (meta_skill#100, GRDB#908).
    /// A beginning of more than three letters has a way of its own through the index.
    @Test func `S4: a long beginning finds whom it begins, however many share its first letters`()
        async throws
    {
        let fixture = try CacheFixture()
        try await fixture.upsert(
            (1...1500).map { someone($0, $0 % 500 == 0 ? "Brandenburg \($0)" : "Brandt \($0)") })
        func ids(_ text: String, limit: Int = 20) async throws -> [String] {
            try await fixture.cache.search(text, limit: limit).map(\.id.rawValue)
        }
        #expect(try await ids("brandt", limit: 3) == ["1", "2", "3"])
        #expect(try await ids("brande") == ["500", "1000", "1500"])
        #expect(try await ids("brande 15") == ["1500"])
        #expect(try await ids("brandx") == [])
        #expect(try await ids("andt") == [])
        #expect(try await ids("brandt", limit: 5000).count == 1497)
    }

    @Test func `S4: no text is an error`() async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert(Self.people)
        var numbers = SeededNumbers(seed: 4)
        let pieces = [
            "\"", "'", "*", "(", ")", "^", ":", "-", "+", " ", "AND", "OR", "NOT", "NEAR(", "a",
            "ana", "words:", "{", "}", ",", "é", "\u{301}", "김", "😀", "\u{0}", "\u{202E}", "\\",
            "%", "_", ";", "--", "ﬁ", "Ⅷ", "\u{10FFFF}", "\u{FFFD}", "٣", "क्षि", "\t",
        ]
        for _ in 0..<10_000 {
            let text = (0..<Int.random(in: 1...8, using: &numbers))
                .compactMap { _ in pieces.randomElement(using: &numbers) }.joined()
            let limit = Int.random(in: 1...20, using: &numbers)
            let found = try await fixture.cache.search(text, limit: limit)
            #expect(found.count <= limit)
        }
    }

    @Test func `S4: everyone is found by each of their names, whatever it is`() async throws {
        let fixture = try CacheFixture()
        var numbers = SeededNumbers(seed: 5)
        let pieces = ["a", "Z", "é", "ß", "ı", "İ", "김", "山", "か", "９", "ﬁ", "क्षि", "ا", "١", "Ж"]
        let people = (0..<300).map { id in
            let name = (0..<Int.random(in: 1...16, using: &numbers))
                .compactMap { _ in pieces.randomElement(using: &numbers) }.joined()
            return User(id: .init("\(id)"), username: name, displayName: "x \(name)")
        }
        try await fixture.upsert(people)
        for user in people {
            let name = user.username ?? ""
            #expect(
                try await fixture.cache.search(name, limit: 300).contains { $0.id == user.id },
                "\(name)")
            #expect(
                try fixture.cache.users(username: name, limit: 300).contains { $0.id == user.id },
                "\(name)")
        }
        try await fixture.checkIndex()
    }

    @Test(arguments: CacheWorld.allCases)
    func `an exact name or address finds all who have it, and nobody else`(
        world: CacheWorld
    ) async throws {
        let fixture = try CacheFixture(world)
        let names = ["ana", "ana.brandt", "Ana", "o'brien", "😀", "김민준", "a b", "--", "Ω"]
        try await fixture.upsert(
            names.enumerated().map { index, name in
                User(id: .init("\(index)"), username: name, email: "\(name)@example.org")
            })
        for (index, name) in names.enumerated() {
            #expect(try fixture.cache.users(username: name).map(\.id.rawValue) == ["\(index)"])
        }
        #expect(try fixture.cache.users(email: "ana@example.org").map(\.id.rawValue) == ["0", "2"])
        #expect(
            try fixture.cache.users(email: "ANA.BRANDT@example.org").map(\.id.rawValue) == ["1"])
        for name in ["an", "ana.brandt@example.org", "", "\"", "ANA"] {
            #expect(try fixture.cache.users(username: name) == [])
        }
        #expect(try fixture.cache.users(email: "ana") == [])
    }
}
