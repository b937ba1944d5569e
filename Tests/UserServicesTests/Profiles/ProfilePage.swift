import Foundation

/// The page `Documentation/Profiles.md`: its tables of keys, and the profiles written out in it.
struct ProfilePage {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation")

    /// What each key says, by the heading above its table.
    let keys: [String: [String: String]]
    /// The profiles, by name.
    let profiles: [String: String]
    /// How many pieces of JSON there are, each of which is a profile.
    let blocks: Int
    /// All of it.
    let text: String

    init() throws {
        let text = try String(
            contentsOf: Self.folder.appending(path: "Profiles.md"), encoding: .utf8)
        var keys: [String: [String: String]] = [:]
        var section = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("### ") {
                section = line.dropFirst(4).filter { $0 != "`" }
            } else if line.hasPrefix("| `"),
                let row = line.wholeMatch(of: /\| `([^`]+)` \| (.*) \|/)
            {
                keys[section, default: [:]][String(row.1)] = String(row.2)
            }
        }
        self.keys = keys
        self.text = text
        blocks = text.components(separatedBy: "```json").count - 1
        profiles = Dictionary(
            text.components(separatedBy: "```json\n").dropFirst().compactMap { block in
                let json = block.components(separatedBy: "```")[0]
                return json.firstMatch(of: /"name": "([^"]+)"/).map { (String($0.1), json) }
            }
        ) { first, _ in first }
    }

    /// What a key says; the keys of calls have one table for all of them.
    func text(of key: String, in shape: String) -> String? {
        keys[shape]?[key] ?? keys["A call"]?[key]
    }
}
