import SluiceFlow
import Testing
import Users

@testable import UserServices

@Suite struct `Choosing a directory` {
    private let world = World()

    @Test func `sample is the default, and a choice is remembered`() async throws {
        #expect(try await world.open(DirectoryChoice()).profile == "sample")
        let choice = DirectoryChoice(
            profile: "kinto", account: "ana", baseURL: "http://k.example/v1",
            variables: ["bucket": "b \"x\""], token: "secret")
        try await world.directories().remember(choice).value()
        let opened = try await world.open(DirectoryChoice())
        #expect(opened.profile == "kinto")
        let server = try await opened.service.status().value().server
        #expect(server == "http://k.example/v1")
        let text = String(decoding: try SmallFile.read(world.paths.configuration), as: UTF8.self)
        #expect(!text.contains("secret"))
        // A profile named on the command line comes without what was remembered of another.
        #expect(try await world.open(DirectoryChoice(profile: "sample")).profile == "sample")
    }

    @Test func `P12: the values of variables that are in force are told, but for secret ones`()
        async throws
    {
        let choice = DirectoryChoice(profile: "kinto", variables: ["bucket": "b"])
        #expect(try await world.open(choice).variables == ["bucket": "b", "collection": "users"])
        #expect(try await world.open(DirectoryChoice(profile: "sample")).variables == [:])
        let keyed = PagedServer.profile.replacing(
            #""envelope""#,
            with:
                #""variables":{"realm":"x","apiKey":"k-77"},"query":{"r":"{realm}{apiKey}"},"envelope""#
        )
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(keyed.utf8))
        #expect(
            try await world.open(DirectoryChoice(profile: "paged")).variables == ["realm": "x"])
    }

    @Test func `a fault can be tried whatever is remembered`() async throws {
        try await world.directories().remember(DirectoryChoice(profile: "kinto")).value()
        let opened = try await world.open(DirectoryChoice(baseURL: "sample:?fault=html"))
        #expect(opened.profile == "sample")
    }

    @Test func `a choice that can't be opened isn't remembered`() async throws {
        let choices = [
            DirectoryChoice(profile: "nope"),
            DirectoryChoice(profile: "sample", baseURL: "not a url"),
            DirectoryChoice(profile: "kinto", variables: ["realm": "x"]),
        ]
        for choice in choices {
            let error = await failure { try await world.directories().remember(choice).value() }
            #expect(error?.kind == .usage)
        }
        #expect(try await world.open(DirectoryChoice()).profile == "sample")
    }

    @Test func `a mistake in the configuration is named`() async throws {
        try SmallFile.replace(world.paths.configuration, with: Array(#"{"profil":"x"}"#.utf8))
        let error = await failure { _ = try await world.open(DirectoryChoice()) }
        #expect(
            error?.message
                == "\(world.paths.configuration): profil: unknown key; did you mean \"profile\"?")
        #expect(error?.hint?.hasPrefix("`sluice use NAME` writes it anew") == true)
        try await world.directories().remember(DirectoryChoice(profile: "sample")).value()
        #expect(try await world.open(DirectoryChoice()).profile == "sample")
    }

    @Test func `own profiles are listed beside the shipped ones, mistakes and all`() async throws {
        let own = world.paths.profiles
        try SmallFile.replace(own + "/paged.json", with: Array(PagedServer.profile.utf8))
        try SmallFile.replace(own + "/broken.json", with: Array("{".utf8))
        try SmallFile.replace(own + "/other.json", with: Array(PagedServer.profile.utf8))
        let misnamed = await failure { _ = try await world.service("other") }
        #expect(
            misnamed?.message
                == "\(own)/other.json: name: \"paged\" is not the name of its file, \"other\"")
        RemoveFolder.run(own + "/other.json")
        let all = try await world.directories().profiles().value()
        #expect(all.map(\.name) == all.map(\.name).sorted())
        let list = ["broken", "kinto", "paged", "sample"].compactMap { name in
            all.first { $0.name == name }
        }
        #expect(list[0].title.contains("not JSON at line 1, column 2"))
        #expect(list[1].origin == "built in" && list[1].baseURL == "http://127.0.0.1:8888/v1")
        #expect(list[2].origin == own + "/paged.json")
        let checked = try await world.directories().check(file: own + "/paged.json").value()
        #expect(checked.name == "paged")
        // A known one needs no path; a word that is neither is looked for as a file.
        let named = try await world.directories().check(file: "paged").value()
        #expect(named.origin == checked.origin && named.explanation == checked.explanation)
        let shipped = try await world.directories().check(file: "kinto").value()
        #expect(shipped.origin == "built in" && !shipped.explanation.isEmpty)
        let missing = await failure {
            _ = try await world.directories().check(file: "pagedd").value()
        }
        #expect(missing?.message == "pagedd: no such file")
        let error = await failure {
            _ = try await world.directories().check(file: own + "/broken.json").value()
        }
        #expect(error?.errorCode == .badProfile)
    }

    @Test func `a token that is handed in is used, and never written down`() async throws {
        let choice = DirectoryChoice(profile: "sample", token: "sample-token-of-demo")
        let opened = try await world.open(choice)
        #expect(opened.session.state == .loggedIn)
        #expect(try await opened.service.whoAmI(.fresh).value().user?.username == "demo")
        #expect(SmallFile.mode(of: world.paths.tokens) == nil)
        let other = try await world.open(DirectoryChoice(profile: "sample", token: "another"))
        let error = await failure { _ = try await other.service.user("7", .cached()).value() }
        #expect(error?.errorCode == .sessionExpired)
    }

    @Test func `a token whose time is over shows at once`() async throws {
        try TokenStore(path: world.paths.tokens).save(
            TokenStore.Token(
                credential: Credential(secret: "x", account: "demo"), expiresAt: 1_799_999_999_999),
            server: TokenStore.owner("sample:", profile: "sample"))
        #expect(try await world.open(DirectoryChoice()).session.state == .expired)
    }

    @Test func `S8: a cache that can't be used is replaced by memory, with one warning`()
        async throws
    {
        let opened = try await world.open(DirectoryChoice(cache: "/proc/no/cache.db"))
        #expect(opened.warnings.count == 1)
        let directories = world.directories()
        for count in [1, 0] {
            let opened = try await directories.open(DirectoryChoice(cache: "/proc/no/c.db")).value()
            #expect(opened.warnings.count == count)
        }
        #expect(try await opened.service.user("7", .cached()).value().value.id == "7")
        #expect(try await opened.service.user("7", .offline).value().value.id == "7")
        #expect(try await opened.service.status().value().cachePath == nil)
    }

    @Test(
        arguments: [
            ([:], nil), (["HOME": ""], nil), (["HOME": "h"], nil),
            (["HOME": "h", "XDG_CONFIG_HOME": "/x"], "/x/sluice"),
            (["HOME": "/h"], "/h/.config/sluice"),
            (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/sluice"),
            (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/sluice"),
        ] as [([String: String], String?)])
    func `folders follow the XDG variables, and are never where the program is started`(
        environment: [String: String], config: String?
    ) {
        #expect(ServicePaths(environment: environment).config == config)
    }

    @Test func `completion asks the cache only`() async throws {
        #expect(world.directories().completions(DirectoryChoice(), prefix: "7", limit: 5) == [])
        _ = try await world.service().user("7", .cached()).value()
        #expect(world.directories().completions(DirectoryChoice(), prefix: "7", limit: 5) == ["7"])
        let names = world.directories().completions(DirectoryChoice(), prefix: "anders", limit: 5)
        #expect(names == ["anders.abara"])
    }

    @Test func `an address alone is another one for the profile in use`() async throws {
        let kept = DirectoryChoice(profile: "kinto", account: "ana", variables: ["bucket": "b"])
        try await world.directories().remember(kept).value()
        let url = "http://127.0.0.1:8888/v1"
        try await world.directories().remember(DirectoryChoice(baseURL: url)).value()
        let file = try SmallFile.read(world.paths.configuration)
        let written = String(decoding: file, as: UTF8.self)
        #expect(written.contains("kinto") && written.contains(url) && written.contains("bucket"))
        // Another address is another server: the account was of the first.
        #expect(!written.contains("ana"))
        #expect(try await world.open(DirectoryChoice()).profile == "kinto")
    }

    @Test func `a profile's file is remembered by its whole path`() async throws {
        let path = world.folder + "/own.json"
        let text =
            #"{"name":"own","baseURL":"https://a.example","list":{"path":"/u"},"fields":{"id":"id"}}"#
        try SmallFile.replace(path, with: Array(text.utf8))
        let detour =
            world.folder + "/../" + (world.folder.split(separator: "/").last ?? "") + "/own.json"
        try await world.directories().remember(DirectoryChoice(profile: detour)).value()
        let written = String(
            decoding: try SmallFile.read(world.paths.configuration), as: UTF8.self)
        #expect(written.contains("/own.json") && !written.contains(".."))
    }

    @Test func `a file that was named as the cache by mistake is left as it is`() async throws {
        let path = world.folder + "/notes.txt"
        try SmallFile.replace(path, with: Array("my notes".utf8))
        let error = await failure {
            _ = try await world.open(DirectoryChoice(profile: "sample", cache: path))
        }
        #expect(error?.errorCode == .storage)
        #expect(error?.hint == "Name another file: this one was left as it is.")
        #expect(try SmallFile.read(path) == Array("my notes".utf8))
    }
}
