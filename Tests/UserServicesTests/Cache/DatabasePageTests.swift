import SluiceStore
import Testing
import Users

@testable import UserServices

/// The page about the file, `Database/README.md`, against the file.
@Suite struct DatabasePageTests {
    private func page() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return String(
            decoding: try SmallFile.read("/\(root)/Database/README.md"), as: UTF8.self)
    }

    /// Tables and their columns, as `table.column`, from the headings and the tables of the page.
    private func described() throws -> [String] {
        var found: [String] = []
        var table: Substring?
        for line in try page().split(separator: "\n") {
            if line.hasPrefix("## ") { table = nil }
            let name = line.split(separator: "`", omittingEmptySubsequences: false).dropFirst()
                .first
            if line.hasPrefix("### `") { table = name }
            if line.hasPrefix("| `"), let table, let name { found.append("\(table).\(name)") }
        }
        return found
    }

    @Test func `every column of the file is explained on its page, and no other`() async throws {
        let store = try UserCache.openStore(.memory)
        let columns = try store.read { db throws(StoreError) in
            var columns: [String] = []
            // Tables that SQLite makes for the search index are its own.
            try db.each(
                """
                SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
                WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite_%'
                """
            ) { columns.append("\($0.text(0)).\($0.text(1))") }
            return columns
        }
        #expect(columns.count > 40)
        #expect(try described().sorted() == columns.sorted())
    }

    @Test func `what the page says to look at can be looked at`() async throws {
        let fixture = try CacheFixture()
        let ana = User(id: "7", displayName: "Ana Brandt")
        let ticket = try fixture.cache.ticket()
        _ = try await fixture.cache.upsert([ana], delivering: .all, ticket: ticket, now: 1)
        let run = try #require(try await fixture.cache.beginSync(ticket: ticket, now: 1))
        #expect(!run.isResumed)
        let block = try #require(page().split(separator: "```sql\n").dropFirst().first)
        let statements = block.prefix { $0 != "`" }.split(separator: ";\n")
        #expect(statements.count == 4)
        for statement in statements {
            let found = try fixture.cache.store.read { db throws(StoreError) in
                try db.first(SQL(embedded: Array(statement.utf8))) { !$0.text(0).isEmpty }
            }
            #expect(found == true, "\(statement)")
        }
    }

    @Test func `what the shell shows of a table explains itself`() async throws {
        let store = try UserCache.openStore(.memory)
        let layouts = try store.read { db throws(StoreError) in
            var layouts: [String] = []
            try db.each(
                "SELECT sql FROM sqlite_schema WHERE name IN ('directory', 'sync', 'person', 'visit', 'cached_value')"
            ) { layouts.append($0.text(0)) }
            return layouts
        }
        #expect(layouts.count == 5)
        for layout in layouts { #expect(layout.contains("-- "), "\(layout)") }
    }
}
