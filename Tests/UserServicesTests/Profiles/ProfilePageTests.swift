import Foundation
import Testing

@testable import UserServices

/// The documentation, the schema for editors and the reader are one language.
@Suite struct `The page about profiles` {
    private let page: ProfilePage

    init() throws { page = try ProfilePage() }

    @Test func `every key that is read is explained, and no other`() {
        let shapes = Profile.keys
        var called: Set<String> = []
        for (shape, keys) in shapes {
            for key in keys {
                #expect(page.text(of: key.name, in: shape) != nil, "\(shape): \(key.name)")
                if page.keys[shape]?[key.name] == nil { called.insert(key.name) }
            }
        }
        for (shape, rows) in page.keys where shapes[shape] != nil {
            let known = Set(shapes[shape, default: []].map(\.name))
            #expect(Set(rows.keys).subtracting(known).isEmpty, "\(shape)")
        }
        #expect(called == Set(page.keys["A call", default: [:]].keys))
        #expect(shapes.count > 15)
    }

    @Test func `every word that may stand at a key is in it`() throws {
        for (shape, keys) in Profile.keys {
            for key in keys {
                switch key.kind {
                case .choice(let words), .choices(let words):
                    for word in words where word != word.uppercased() {
                        #expect(page.text.contains("`\(word)`"), "\(shape).\(key.name): \(word)")
                    }
                default: break
                }
            }
        }
        for escaper in Template.Escaper.allCases {
            #expect(page.text.contains(":\(escaper.rawValue)}`"), "\(escaper)")
        }
    }

    /// With `RECORD=all` in the environment the file is written anew.
    @Test func `the schema for editors has the keys and the words of today`() throws {
        let file = ProfilePage.folder.appending(path: "profile.schema.json")
        let text = ProfileSchemaText(page: page).text
        let environment = ProcessInfo.processInfo.environment
        if environment["RECORD"] == "all", environment["CI"] == nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let definitions = schema?["$defs"] as? [String: Any]
        #expect(definitions?.count == Profile.keys.count - 1 + 5)
        #expect(!text.contains("\"description\": null"))
    }

    @Test func `every profile written out in it is right`() throws {
        #expect(
            page.profiles.keys.sorted() == [
                "example-cookie", "example-csrf", "example-fill", "example-graphql", "example-key",
                "example-oauth", "example-rpc", "tiny", "walk-1", "walk-2", "walk-5",
            ])
        #expect(page.profiles.count == page.blocks)
        for (name, json) in page.profiles {
            let profile = try Profile(json: Array(json.utf8), origin: name)
            #expect(profile.name == name)
        }
    }
}
