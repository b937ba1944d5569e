import Glibc

/// The program as a person waits for it: from its start to its end, or to its prompt.
@MainActor
enum ProgramFigures {
    static func all() throws -> [Figure] {
        let home = try Scratch()
        let program = Child.program
        var environment = Child.environment
        environment["HOME"] = home.path
        return [
            version(program, environment), show(program, environment, home),
            prompt(program, environment, home),
        ]
    }

    private static let runs = 100

    /// The median of many runs, in milliseconds.
    private static func typical(_ run: () throws -> Double) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<runs { times.append(try run()) }
        return percentile(times, 0.5)
    }

    private static func version(_ program: String, _ environment: [String: String]) -> Figure {
        Figure(name: "sluice --version", unit: "ms", budget: .value(3), rounds: 5) {
            try typical { try Child.milliseconds(program, ["--version"], environment) }
        } baseline: {
            try typical {
                try Child.milliseconds(Child.ownPath, [Role.nothing.rawValue], environment)
            }
        }
    }

    private static func show(
        _ program: String, _ environment: [String: String], _ home: Scratch
    ) -> Figure {
        Figure(name: "sluice show ID, cached", unit: "ms", budget: .value(5), rounds: 5) {
            // Once from the directory: what is measured is the cache.
            _ = try Child.milliseconds(program, ["show", "7"], environment)
            return try typical {
                try Child.milliseconds(program, ["--offline", "show", "7"], environment)
            }
        } baseline: {
            _ = try Child.milliseconds(program, ["show", "7"], environment)
            let cache = home.path + "/.cache/sluice/cache.db"
            return try typical {
                try Child.milliseconds(Child.ownPath, [Role.row.rawValue, cache, "7"], environment)
            }
        }
    }

    private static func prompt(
        _ program: String, _ environment: [String: String], _ home: Scratch
    ) -> Figure {
        Figure(name: "sluice, prompt ready", unit: "ms", budget: .value(25), rounds: 5) {
            _ = home
            return try typical {
                try PromptRun.milliseconds(program, environment, until: "sample:guest[online]> ")
            }
        }
    }
}
