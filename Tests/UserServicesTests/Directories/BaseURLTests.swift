import SluiceFlow
import Testing
import Users

@testable import UserServices

@Suite struct `Base URLs` {
    private let world = World()

    @Test(arguments: [
        ("127.0.0.1:8765", "Did you mean `http://127.0.0.1:8765`?"),
        ("api.example.com/v1", "Did you mean `http://api.example.com/v1`?"),
        ("ftp://api.example.com", "Give one such as https://api.example.com/v1."),
        ("localhost:99", "Did you mean `http://localhost:99`?"),
        ("http://", "Give one such as https://api.example.com/v1."),
    ])
    func `an address that nothing serves is refused at once, with what was meant`(
        url: String, hint: String
    ) async {
        for work in [
            { _ = try await world.open(DirectoryChoice(profile: "kinto", baseURL: url)) },
            { try await world.directories().remember(DirectoryChoice(baseURL: url)).value() },
        ] as [() async throws -> Void] {
            let error = await failure(work)
            #expect(error?.errorCode == .usage)
            #expect(error?.hint == hint)
        }
        #expect(SmallFile.mode(of: world.paths.configuration) == nil)
    }

    @Test(arguments: [
        ("fault=nope", "fault=nope is not one of expired, rejected, offline, status503, html"),
        ("latency=abc", "latency=abc is no duration such as 300ms or 2s"),
        ("latency=-1s", "latency=-1s is no duration such as 300ms or 2s"),
        ("flaut=html", "flaut is not one of fault, latency"),
    ])
    func `what the sample can't do is refused at once, with what it can`(
        query: String, reason: String
    ) async {
        let error = await failure {
            _ = try await world.open(DirectoryChoice(baseURL: "sample:?\(query)"))
        }
        #expect(error?.kind == .usage)
        #expect(error?.message == "The base URL “sample:?\(query)” can't be followed: \(reason)")
    }

    @Test func `P12: neither the refusal nor the status shows a password in an address`()
        async throws
    {
        let choice = DirectoryChoice(profile: "kinto", baseURL: "ftp://ana:hunter2@x.example")
        let error = await failure { _ = try await world.open(choice) }
        #expect(error?.message.contains("hunter2") == false)
        let opened = try await world.open(
            DirectoryChoice(profile: "kinto", baseURL: "http://ana:hunter2@x.example/v1"))
        let server = try await opened.service.status().value().server
        #expect(server.hasSuffix("x.example/v1") && !server.contains("hunter2"))
    }

    @Test(arguments: [
        "https://ana:hunter2@x.example/v1", "https://x.example/v1?access_token=hunter2",
        "http://ana:hunter2@x.example:no/v1", "//ana:hunter2@x.example", "ana:hunter2@x.example",
    ])
    func `P12: an address with a secret in it is never kept, nor repeated`(url: String) async {
        for profile in ["kinto", nil] {
            let error = await failure {
                try await world.directories().remember(
                    DirectoryChoice(profile: profile, baseURL: url)
                ).value()
            }
            #expect(error?.errorCode == .usage)
            #expect(!"\(String(reflecting: error))".contains("hunter2"))
        }
        #expect(SmallFile.mode(of: world.paths.configuration) == nil)
    }

    @Test func `the status shows the address that is asked, faults and all`() async throws {
        let service = try await world.service(baseURL: "sample:?fault=offline")
        #expect(try await service.status().value().server == "sample:?fault=offline")
    }
}
