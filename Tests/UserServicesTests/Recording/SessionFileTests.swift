import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// T7, P12: what a recorded session keeps, and what it doesn't.
@Suite struct SessionFileTests {
    private static let profile = #"""
        {"name":"kept","title":"t","verified":true,"baseURL":"http://kept.example",
         "variables":{"apiKey":"none"},"headers":{"X-Own":"{apiKey}"},
         "auth":{"scheme":"token","login":{"path":"/login","token":"data.word",
                 "refreshToken":"data.again","body":{"name":"{name}","word":"{password}"}},
                 "refresh":{"path":"/refresh","token":"data.word","body":{"by":"{refreshToken}"}},
                 "logout":{"path":"/logout"}},
         "list":{"path":"/people","items":"people"},
         "detail":{"path":"/people/{id}"},
         "fields":{"id":"id","username":"login"}}
        """#

    /// Says back whatever it was told, and gives tokens under names that don't show what they are.
    private static let server = StubTransport { request throws(RequestError) in
        let heard =
            request.headers.fields.map(\.value).joined(separator: " ")
            + String(decoding: request.body ?? [], as: UTF8.self).filter { $0 != "\"" }
        switch request.url.path {
        case "/login":
            return HTTPResponse(
                status: 200, headers: ["Set-Cookie": "sid=cookie-77; Path=/"],
                text: #"{"data":{"word":"word-4711","again":"again-12","heard":"\#(heard)"}}"#)
        case "/people":
            return HTTPResponse(
                status: 200,
                text: #"{"people":[{"id":"7","login":"ana"}],"old":"word-4711 again-12 \#(heard)"}"#
            )
        default: return HTTPResponse(status: 404, text: #"{"message":"no \#(heard)"}"#)
        }
    }

    private func world() throws -> World {
        let world = World(server: Self.server)
        try SmallFile.replace(
            world.paths.profiles + "/kept.json", with: Array(Self.profile.utf8))
        return world
    }

    private func text(of path: String) throws -> String {
        String(decoding: try SmallFile.read(path), as: UTF8.self)
    }

    @Test func `P12: no secret is in the file, also when it turns out to be one only later`()
        async throws
    {
        let world = try world()
        let path = world.folder + "/report"
        let directories = world.directories()
        let recorder = try directories.record(into: path)
        let choice = DirectoryChoice(profile: "kept", variables: ["apiKey": "key-90210"])
        let service = try await directories.open(choice).value().service
        // What nobody knows yet to be a token is in an answer all the same.
        _ = try await service.users(ListQuery(), .fresh).value()
        #expect(try text(of: path).contains("again-12"))
        recorder.note(.init(time: .zero, role: .output, name: "said", text: "word-4711"))
        let login = Credentials(name: "ana", password: "pass-5-x")
        _ = try await service.login(login).value()
        for secret in ["word-4711", "again-12", "cookie-77", "key-90210", "5-x"] {
            let kept = try text(of: path)
            #expect(!kept.contains(secret), "\(secret): \(kept)")
        }
        _ = try await service.users(ListQuery(), .fresh).value()
        _ = await failure { _ = try await service.user("9", .fresh).value() }
        _ = await failure { _ = try await service.logout(.cached()).value() }
        let kept = try text(of: path)
        for secret in ["word-4711", "again-12", "cookie-77", "key-90210", "5-x"] {
            #expect(!kept.contains(secret), "\(secret): \(kept)")
        }
        #expect(SmallFile.mode(of: path) == 0o600)
        let recording = try #require(SessionRecording(kept))
        #expect(recording.exchanges.count == 5)
        #expect(try recorder.end() == RecordedSession(path: path, inputs: 1, exchanges: 5))
    }

    @Test func `T7: every line is in the file as soon as it is noted`() async throws {
        let world = try world()
        let path = world.folder + "/report"
        try SmallFile.makeFolder(of: path)
        let recorder = try world.directories().record(into: path)
        #expect(try text(of: path) == "sluice recording 1\n")
        for number in 1...3 {
            recorder.note(
                .init(
                    time: .milliseconds(number), role: .input, name: "show", text: "\"\(number)\""))
            #expect(try text(of: path).hasSuffix("    \(number) ms  > show \"\(number)\"\n"))
        }
    }

    @Test func `a file that is there is refused, and so is a folder that isn't`() throws {
        let world = try world()
        let directories = world.directories()
        let path = world.paths.profiles + "/kept.json"
        let there = #expect(throws: ServiceError.self) { try directories.record(into: path) }
        #expect(there?.errorCode == .usage)
        #expect(try text(of: path) == Self.profile)
        let nowhere = #expect(throws: ServiceError.self) {
            try directories.record(into: world.folder + "/no/such/report")
        }
        #expect(nowhere?.errorCode == .storage)
        #expect(nowhere?.hint != nil)
    }

    /// S1: what was cached for an account goes when it logs out, whichever cache is in use.
    @Test func `a recorded session begins with an empty cache, and a logout purges the file's`()
        async throws
    {
        let world = try world()
        let choice = DirectoryChoice(profile: "kept")
        let before = try await world.open(choice).service
        _ = try await before.login(Credentials(name: "ana", password: "pw-1")).value()
        _ = try await before.users(ListQuery(), .fresh).value()
        #expect(try await before.status().value().cachedUsers == 1)

        let directories = world.directories()
        _ = try directories.record(into: world.folder + "/report")
        let opened = try await directories.open(choice).value()
        #expect(opened.session.state == .loggedIn)
        #expect(opened.cacheFault == nil)
        #expect(opened.warnings.contains { $0.contains("recorded") })
        #expect(try await opened.service.status().value().cachedUsers == 0)
        _ = try await opened.service.logout(.offline).value()
        #expect(try await before.status().value().cachedUsers == 0)
    }
}
