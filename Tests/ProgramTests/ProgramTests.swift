import FoundationEssentials
import Testing

/// The built program from outside: bytes on stdout, and exit codes.
@Suite struct ProgramTests {
    private struct Person: Decodable, Equatable {
        var id: String
        var username: String?
        var displayName: String?
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func `version and help are results`() async throws {
        let sluice = try Sluice()
        let version = try await sluice.run("--version")
        #expect(version.output == "sluice 0.1.0\n")
        #expect(version.code == 0)
        let help = try await sluice.run("help", "list")
        #expect(help.output.contains("--per-page"))
        #expect(help.error == "")
        #expect(try await sluice.run("list", "--help").output == help.output)
    }

    @Test func `show prints one object, with every field`() async throws {
        let outcome = try await Sluice().run("show", "7", "--json")
        #expect(outcome.code == 0)
        #expect(try decode(Person.self, outcome.output).id == "7")
        for field in [
            "id", "username", "displayName", "email", "phone", "title", "department", "isActive",
            "avatarURL", "updatedAt", "fetchedAt", "attributes",
        ] {
            #expect(outcome.output.contains("\"\(field)\":"), "\(field)")
        }
    }

    @Test func `list prints an array, and search finds by the beginning of a name`() async throws {
        let sluice = try Sluice()
        let list = try await sluice.run("list", "--json")
        #expect(list.code == 0)
        #expect(try decode([Person].self, list.output).isEmpty == false)
        let search = try await sluice.run("search", "an", "--json")
        #expect(search.code == 0)
        #expect(try decode([Person].self, search.output).isEmpty == false)
        let nobody = try await sluice.run("search", "zzzzqq", "--json")
        #expect(nobody.output == "[]\n")
        #expect(nobody.code == 0)
    }

    @Test(
        arguments: [
            (["show", "999999"], 3), (["frobnicate"], 2), (["show"], 2),
            (["list", "--page", "x"], 2),
            (["--base-url", "sample:?fault=expired", "--fresh", "show", "7"], 4),
            (["--base-url", "sample:?fault=rejected", "show", "7"], 5),
            (["--base-url", "sample:?fault=html", "show", "7"], 5),
            (["--base-url", "sample:?fault=status503", "show", "7"], 5),
            (["--base-url", "sample:?fault=offline", "show", "7"], 6),
            (["--offline", "show", "7"], 6), (["--offline", "--fresh", "show", "7"], 2),
            (["login", "demo"], 2), (["profiles", "check", "/nowhere.json"], 2),
            (["--profile", "smaple", "list"], 2),
        ] as [([String], Int32)])
    func `C5: each failure has its exit code, stdout is empty and stderr says why`(
        _ arguments: [String], _ code: Int32
    ) async throws {
        let outcome = try await Sluice().run(arguments: arguments)
        #expect(outcome.code == code, "\(outcome.error)")
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("error: "))
        let json = try await Sluice().run(arguments: ["--json"] + arguments)
        #expect(json.code == code)
        #expect(json.output == "")
        for line in json.error.split(separator: "\n") {
            #expect(line.hasPrefix("{\"error\":{\"code\":") || line.hasPrefix("{\"notice\":"))
        }
    }

    @Test func `C3: piped commands print results only, and stop at the first failure`()
        async throws
    {
        let sluice = try Sluice()
        let outcome = try await sluice.run(
            input: "show 7 --fields id\nshow 999999\nshow 8 --fields id\n")
        #expect(outcome.output == "id\n7\n")
        #expect(outcome.code == 3)
        let going = try await sluice.run(
            "--keep-going", "--fields", "id", "--no-header",
            input: "show 7\nshow 999999\nshow 8")
        #expect(going.output == "7\n8\n")
        #expect(going.code == 3)
        #expect(!going.output.utf8.contains(0x1B) && !going.error.utf8.contains(0x1B))
    }

    @Test func `C3: --password-stdin takes exactly the next line of piped commands`() async throws {
        let sluice = try Sluice()
        let outcome = try await sluice.run(
            "--no-header", "--fields", "account,state",
            input: "login demo --password-stdin\ndemo\nwhoami\nlogout\n")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("demo\tloggedIn\ndemo\tloggedIn\n"))
        let refused = try await sluice.run("login", "demo", "--password-stdin", input: "wrong\n")
        #expect(refused.code == 4)
    }

    @Test func `a login is kept for later runs, in a file of its owner's`() async throws {
        let sluice = try Sluice()
        #expect(try await sluice.run("login", "demo", "--password-stdin", input: "demo").code == 0)
        let whoami = try await sluice.run("whoami", "--fields", "account", "--no-header")
        #expect(whoami.output == "demo\n")
        let status = try await sluice.run("status", "--fields", "tokenMode", "--no-header")
        #expect(status.output == "0600\n")
    }

    @Test func `what was seen is shown offline, and a stale answer says its age`() async throws {
        let sluice = try Sluice()
        let first = try await sluice.run("show", "7", "--fields", "id,displayName", "--json")
        let offline = try await sluice.run(
            "--offline", "show", "7", "--fields", "id,displayName", "--json")
        #expect(offline.code == 0)
        #expect(offline.output == first.output)
        let stale = try await sluice.run(
            "--base-url", "sample:?fault=offline", "--max-age", "0", "show", "7", "--fields", "id",
            "--no-header")
        #expect(stale.output == "7\n")
        #expect(stale.code == 0)
        #expect(stale.error.contains("from the cache"))
        let fresh = try await sluice.run(
            "--base-url", "sample:?fault=offline", "--fresh", "show", "7")
        #expect(fresh.code == 6)
    }

    @Test func `a sync fetches everyone, and the second one changes nothing`() async throws {
        let sluice = try Sluice()
        let first = try await sluice.run("sync", "--json")
        #expect(
            first.output
                == "{\"inserted\":1000,\"changed\":0,\"unchanged\":0,\"removed\":0,\"skipped\":[]}\n"
        )
        let second = try await sluice.run("sync", "--json")
        #expect(
            second.output
                == "{\"inserted\":0,\"changed\":0,\"unchanged\":1000,\"removed\":0,\"skipped\":[]}\n"
        )
        let all = try await sluice.run(
            "--offline", "list", "--all", "--fields", "id", "--no-header")
        #expect(all.output.split(separator: "\n").count == 1_000)
    }

    @Test func `environment chooses the directory, and options win over it`() async throws {
        var sluice = try Sluice()
        sluice.environment["SLUICE_BASE_URL"] = "sample:?fault=offline"
        #expect(try await sluice.run("show", "7").code == 6)
        #expect(try await sluice.run("show", "7", "--base-url", "sample:").code == 0)
    }

    @Test func `S8: without a usable cache the program works, with one warning`() async throws {
        let outcome = try await Sluice().run(
            "--cache", "/proc/nowhere/cache.db", "show", "7", "--fields", "id", "--no-header")
        #expect(outcome.output == "7\n")
        #expect(outcome.code == 0)
        #expect(outcome.error.split(separator: "\n").count == 1)
    }
}
