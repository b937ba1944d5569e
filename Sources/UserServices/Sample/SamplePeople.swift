/// The thousand people of the sample directory: the same ones in every run.
struct SamplePeople: Sendable {
    /// In the order of their ids, 1 to 1000.
    let people: [SamplePerson]

    /// Makes them all; takes a few milliseconds.
    init() {
        var random = SampleRandom(seed: 0x51_1ce)
        var taken: [String: Int] = [:]
        people = (1...1000).map { id in
            let given = random.pick(Self.given)
            let family = random.pick(Self.family)
            var displayName = "\(given) \(family)"
            var username = SampleSearch.fold("\(given).\(family)")
            if id == 1 {
                (displayName, username) = ("Dana Demo", "demo")
            } else if let strange = Self.strange[id] {
                (displayName, username) = strange
            }
            taken[username, default: 0] += 1
            if let count = taken[username], count > 1 { username += String(count) }
            return SamplePerson(
                id: id, username: username, displayName: displayName,
                title: random.pick(Self.titles), department: random.pick(Self.departments),
                phone: "+1 555 01\(id / 10 % 10)\(id % 10)", isActive: id % 17 != 0,
                // Within the two years before 2026-07-01.
                updatedAt: 1_782_864_000_000 - Int64(random.next() % 63_072_000) * 1_000,
                hasAvatar: id % 3 == 0)
        }
    }

    /// The person with this id; ids have no other spelling.
    func person(_ id: String) -> SamplePerson? {
        guard let number = Int(id), String(number) == id, people.indices.contains(number - 1)
        else { return nil }
        return people[number - 1]
    }

    private static let given = """
        Ana Anders Bo Brandon Chidi Dana Diana Eun Farid Gita Hannah Hugo Ines Ivan Jana Joanna Jun \
        Kofi Lena Mina Nadia Noor Olga Pia Quinn Rosa Stefan Susanne Sven Tala Uma Vik Wren Xenia \
        Yara Zoe René Søren Łucja Jürgen
        """.split(separator: " ").map(String.init)

    private static let family = """
        Abara Andersen Brandt Castillo Dubois Eriksen Fontaine Grant Haddad Ito Jansen Kimura \
        Lindqvist Mancini Moreau Nakata Okafor Petrov Quiroga Rossi Sanders Sato Tanaka Ueda \
        Vargas Weiss Xu Yilmaz Zhang Núñez Šimić Åkesson
        """.split(separator: " ").map(String.init)

    private static let titles = [
        "Engineer", "Manager", "Analyst", "Support Agent", "Designer", "Accountant", "Librarian",
    ]

    private static let departments = [
        "Support", "Operations", "Sales", "R&D", "Finance", "People", "Legal", "営業部",
    ]

    /// Names that programs get wrong: other scripts, combining marks, emoji, controls, quotes.
    private static let strange: [Int: (String, String)] = [
        11: ("山田 太郎", "yamada.taro"),
        12: ("김 민준", "kim.minjun"),
        13: ("Zoë O'Brien-\u{301}Smith", "zoe.obrien-smith"),
        14: ("👩‍💻 Émoji🇫🇷", "emoji"),
        15: ("محمد علي", "mohammed.ali"),
        16: ("A\u{308}nne ﬁx", "anne.fix"),
        17: (
            String(repeating: "Very", count: 12) + " " + String(repeating: "Longname", count: 8),
            "very.longname"
        ),
        18: ("Comma, \"Quote\" Tab\tHere", "comma.quote"),
        19: ("\u{202e}RTL Override", "rtl.override"),
        20: ("a\u{200b}b Zero\u{200d}Width", "zero.width"),
        21: ("<b> &amp; \u{1b}[31mRed", "markup"),
        22: ("Seán O'Brien", "sean.obrien"),
    ]
}

/// A small generator with a fixed sequence (SplitMix64; Steele, Lea, Flood 2014).
private struct SampleRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    mutating func pick(_ words: [String]) -> String { words[Int(next() % UInt64(words.count))] }
}
