import SluiceFlow
import Testing

@testable import SluiceStore

/// What a person and a program are told.
struct StoreErrorTests {
    @Test(arguments: StoreError.Code.allCases)
    func `every error names what failed, where and what to do next`(code: StoreError.Code) {
        let error = StoreError(
            code, attempt: "write to", path: "/a/cache.db", sqliteCode: 1, detail: "the detail")
        #expect(error.code == code.rawValue)
        if code == .cancelled {
            #expect(error.kind == .cancelled)
            #expect(error.hint == nil)
        } else {
            #expect(error.kind == .local)
            #expect(error.message.hasPrefix("Could not write to “/a/cache.db”: "))
            #expect(error.message.hasSuffix(" (the detail)."))
            #expect(error.hint?.isEmpty == false)
        }
    }

    /// The codes are those of <https://sqlite.org/rescode.html>; the extended ones have the primary one in their low byte.
    @Test(
        arguments: [
            (5, .busy), (6, .busy), (261, .busy), (8, .readOnly), (1544, .readOnly),
            (10, .inputOutput),
            (266, .inputOutput), (11, .corrupt), (267, .corrupt), (13, .diskFull),
            (14, .cannotOpen),
            (7, .outOfMemory), (3082, .inputOutput), (18, .outOfMemory), (19, .constraint),
            (2067, .constraint), (26, .notADatabase), (9, .cancelled),
            (1, .defect),
            (21, .defect),
        ] as [(Int32, StoreError.Code)])
    func `a result code of SQLite has its word`(sqlite: Int32, code: StoreError.Code) {
        let error = StoreError(sqlite: sqlite, database: nil, attempt: "read from", path: "")
        #expect(error.errorCode == code)
        #expect(error.sqliteCode == sqlite)
        #expect(!error.detail.isEmpty)
        #expect(code == .cancelled || error.message.contains("the rows in memory"))
    }
}
