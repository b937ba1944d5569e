import Glibc

/// What the program takes for many people: an export of 100,000, and a sync of a million.
@MainActor
enum LargeFigures {
    static func all() throws -> [Figure] {
        let world = try LargeWorld()
        return [
            Figure(name: "export of 100,000, resident", unit: "MiB", budget: .value(64), rounds: 3)
            { try world.export().memory },
            Figure(name: "export of 100,000, first row", unit: "ms", budget: .value(100), rounds: 5)
            { try world.export().firstByte },
            Figure(name: "sync of 1,000,000, resident", unit: "MiB", budget: .value(100), rounds: 1)
            { try world.sync().memory },
            Figure(name: "sync of 1,000,000, log", unit: "MiB", budget: .value(16), rounds: 1) {
                try world.sync().fileSize
            },
            Figure(
                name: "sync of 1,000,000, log files left", unit: "count", budget: .value(0),
                rounds: 1
            ) { try world.logFilesLeft() },
        ]
    }
}

/// The program, a server, and caches that are filled once.
@MainActor
private final class LargeWorld {
    private let home: Scratch
    private let server = Server()
    private let environment: [String: String]
    private var synced: WatchedRun?
    private var isFilled = false

    init() throws {
        home = try Scratch()
        environment = Child.environment.merging(["HOME": home.path]) { $1 }
    }

    /// Everyone of 100,000 as ndjson.
    func export() throws -> WatchedRun {
        let cache = home.path + "/export.db"
        if !isFilled {
            _ = try run(["sync"], profile(People.profile, "bench"), cache)
            isFilled = true
        }
        let run = try run(
            ["export", "-", "--offline", "--format", "ndjson"], profile(People.profile, "bench"),
            cache)
        guard run.printed > 10_000_000 else { throw Child.Failure("\(run.printed) bytes", 0) }
        return run
    }

    /// A million people fetched, once.
    func sync() throws -> WatchedRun {
        if let synced { return synced }
        let run = try run(["sync"], profile(People.largeProfile, "large"), home.path + "/sync.db")
        synced = run
        return run
    }

    func logFilesLeft() throws -> Double {
        _ = try sync()
        let left = ["-wal", "-shm", "-journal"].filter {
            size(of: home.path + "/sync.db" + $0) != nil
        }
        return Double(left.count)
    }

    private func profile(_ text: String, _ name: String) -> String {
        home.write(text, to: name + ".json")
    }

    private func run(
        _ words: [String], _ profile: String, _ cache: String
    ) throws -> WatchedRun {
        try WatchedRun.run(
            Child.program,
            words + ["--profile", profile, "--base-url", try server.base(), "--cache", cache],
            environment, watching: cache + "-wal")
    }
}
