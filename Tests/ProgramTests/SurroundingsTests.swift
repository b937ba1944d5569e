import Glibc
import Testing

/// The program started in odd surroundings: without streams, without a home.
@Suite struct SurroundingsTests {
    @Test func `without standard input it ends, as with an empty one`() async throws {
        let sluice = try Sluice()
        #expect(try await sluice.run(arguments: [], closing: [0]).code == 0)
        let shown = try await sluice.run(arguments: ["show", "7", "--fields", "id"], closing: [0])
        #expect(shown.output == "id\n7\n")
        #expect(shown.code == 0)
        let login = ["login", "demo", "--password-stdin"]
        #expect(try await sluice.run(arguments: login, closing: [0]).code == 2)
    }

    @Test(arguments: [["show", "7"], ["--version"], ["list", "--json"], ["help"]])
    func `without standard output it fails, and says so`(_ arguments: [String]) async throws {
        let outcome = try await Sluice().run(arguments: arguments + ["--quiet"], closing: [1])
        #expect(outcome.code == 1)
        let spoken = try await Sluice().run(arguments: arguments, closing: [1])
        #expect(spoken.code == 1)
        #expect(spoken.error.contains("standard output is closed"))
    }

    @Test func `without standard error, or any stream, nothing is written where it mustn't be`()
        async throws
    {
        let sluice = try Sluice()
        let silent = try await sluice.run(arguments: ["show", "999999"], closing: [2])
        #expect(silent.code == 3 && silent.output == "")
        #expect(try await sluice.run(arguments: ["sync"], closing: [0, 1, 2]).code == 1)
        let status = try await sluice.run("status", "--fields", "cachedUsers", "--no-header")
        #expect(status.output == "1000\n")
    }

    @Test(arguments: [nil, "", "relative"])
    func `without a home nothing is written where the program is started`(
        _ home: String?
    ) async throws {
        var sluice = try Sluice()
        sluice.environment["HOME"] = home ?? Sluice.unset
        let folder = try Home()
        for arguments in [["show", "7"], ["use", "kinto"], ["status"], ["sync", "--json"]] {
            let outcome = try await sluice.run(arguments: arguments, in: folder)
            #expect(outcome.code == (arguments[0] == "sync" ? 1 : 0), "\(outcome.error)")
            #expect(outcome.error.contains("HOME"))
        }
        let login = try await sluice.run(
            arguments: ["--fields", "account", "--no-header"],
            input: "login demo --password-stdin\ndemo\nwhoami\n", in: folder)
        #expect(login.output == "demo\ndemo\n")
        #expect(login.error.split(separator: "\n").count == 1)
        #expect(folder.isEmpty)
    }

    @Test func `C5: an account that isn't logged in gets no guest's answer`() async throws {
        var sluice = try Sluice()
        for arguments in [["--account", "ana", "list"], ["whoami", "--account", "ana"]] {
            let outcome = try await sluice.run(arguments: arguments)
            #expect(outcome.code == 4 && outcome.output == "")
            #expect(outcome.error.contains("ana is not logged in"))
        }
        sluice.environment["SLUICE_ACCOUNT"] = "ana"
        #expect(try await sluice.run("show", "7").code == 4)
        sluice.environment = [:]
        #expect(try await sluice.run("use", "sample:ana").code == 0)
        #expect(try await sluice.run("show", "7").code == 4)
        #expect(try await sluice.run("status").code == 0)
        #expect(try await sluice.run("use", "sample").code == 0)
        #expect(try await sluice.run("show", "7").code == 0)
    }

    @Test func `a time-out holds for the sample too, and is a way not to have reached it`()
        async throws
    {
        let outcome = try await Sluice().run(
            "--base-url", "sample:?latency=600s", "--timeout", "0.01", "show", "7")
        #expect(outcome.code == 6)
    }
}
