import Testing

/// Which target may import what: the picture of the package, as a table.
@Suite struct LayeringTests {
    /// Modules of the system that a target may use besides.
    private static let system: Set<String> = ["Glibc", "Synchronization"]

    private static let allowed: [String: Set<String>] = [
        "Sources/SluiceFlow": [],
        "Sources/SluiceHTTP": ["SluiceFlow", "CCurl", "FoundationEssentials"],
        "Sources/SluiceStore": ["SluiceFlow", "CSQLite", "Dispatch", "FoundationEssentials"],
        "Sources/Users": ["SluiceFlow"],
        "Sources/UserServices": [
            "Users", "SluiceFlow", "SluiceHTTP", "SluiceStore", "Schema", "FoundationEssentials",
        ],
        // SluiceFlow comes with Users: its streams are what a view binds.
        "Sources/SluiceCLI": ["Users", "SluiceFlow", "CLineEdit", "Dispatch"],
        "Sources/sluice": ["SluiceCLI", "UserServices", "Users"],
        "Sources/SluiceTesting": ["SluiceFlow", "SluiceHTTP", "FoundationEssentials"],
        "Database": [],
    ]

    @Test(arguments: allowed.keys.sorted())
    func `a target imports what the picture allows, and nothing else`(folder: String) throws {
        let allowed = Self.allowed[folder, default: []]
        let importing =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        for file in try SourceTree(below: folder).files {
            for line in file.lines {
                guard let match = line.firstMatch(of: importing) else { continue }
                let module = String(match.1)
                // Flow is the one target with no I/O at all: not even the C library.
                let isFree = folder != "Sources/SluiceFlow" && Self.system.contains(module)
                #expect(isFree || allowed.contains(module), "\(file.path) imports \(module)")
            }
        }
    }

    @Test func `no source forces, traps or is unfinished`() throws {
        for folder in ["Sources", "Database"] {
            let found = try SourceTree(below: folder)
                .lines(matching: #"\btry!|\bas! |\bfatalError\(|\bTODO\b|\bFIXME\b"#)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: ["Sources/SluiceFlow", "Sources/SluiceTesting", "Sources/Users"])
    func `F1: streams and the kit contain nothing unchecked, and no lock`(folder: String) throws {
        let found = try SourceTree(below: folder).lines(
            matching: #"@unchecked|nonisolated\(unsafe\)|@preconcurrency|@_spi|\bMutex\b|dlsym"#)
        #expect(found.isEmpty)
    }

    /// swiftlang/swift#87097: an async closure that has a capture list leaves the main actor.
    @Test func `no async closure of SluiceFlow has a capture list`() throws {
        let found = try SourceTree(below: "Sources/SluiceFlow").lines(
            matching: #"\{\s*\[[^\]]*\]\s*(\([^)]*\)\s*)?async|Task(\.\w+)?\s*\{\s*\["#)
        #expect(found.isEmpty)
    }

    @Test func `only the front prints and reads`() throws {
        for folder in ["SluiceFlow", "SluiceHTTP", "SluiceStore", "Users", "UserServices"] {
            let found = try SourceTree(below: "Sources/\(folder)")
                .lines(matching: #"(^|[^.\w])(print|debugPrint|fputs|readLine)\("#)
            #expect(found.isEmpty)
        }
    }
}
