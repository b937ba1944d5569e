import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// What a list doesn't tell of a person, and the call about one does.
@Suite struct `Lists that tell less` {
    private func service(
        _ list: String, _ texts: Texts
    ) async throws -> (service: LiveUserService, exchanges: Exchanges, world: World) {
        let exchanges = Exchanges { asked in
            asked.request.url.path == "/u/7"
                ? .json(texts.detail.withLock { $0 })
                : .json("[\(texts.list.withLock { $0 })]")
        }
        let world = World(server: exchanges.transport)
        let profile = #"""
            {"name":"t","baseURL":"https://a.example","ids":"number",
             "fields":{"id":"id","username":"login","phone":"phone",
                       "attributes":{"team":"team","desk":"desk"}},
             "list":{"path":"/u"\#(list)},"detail":{"path":"/u/{id}"}}
            """#
        return (try await world.own("t", profile), exchanges, world)
    }

    /// What a server tells of its one person.
    private final class Texts: Sendable {
        let list: Mutex<String>
        let detail = Mutex(#"{"id":7,"login":"ana","phone":"555","team":"ops","desk":"4"}"#)
        init(list: String = #"{"id":7,"login":"ana"}"#) { self.list = Mutex(list) }
    }

    @Test(arguments: [
        #","fields":{"id":"id","username":"login"}"#, #","partial":true"#,
        #","fields":{"id":"id","username":"login","phone":"phone","attributes":{"team":"team"}}"#,
    ])
    func `P8: somebody whom a list has just named is asked for, where that tells more`(
        list: String
    ) async throws {
        let (service, exchanges, world) = try await service(list, Texts())
        _ = try await service.sync(full: false).value()
        let ana = try await service.user("7", .cached()).value()
        #expect(ana.source == .server && ana.value.attributes["desk"] == "4")
        #expect(exchanges.lines == ["GET /u", "GET /u/7"])
        // Who was asked for is fresh as ever, and a list that comes between makes no difference.
        world.pass(milliseconds: 200_000)
        _ = try await service.sync(full: true).value()
        let again = try await service.user("ana", .cached()).value()
        #expect(again.source == .cache && again.value.attributes["desk"] == "4")
        #expect(exchanges.lines == ["GET /u", "GET /u/7", "GET /u"])
        world.pass(milliseconds: 200_000)
        #expect(try await service.user("7", .cached()).value().source == .server)
        #expect(exchanges.lines.last == "GET /u/7")
    }

    @Test func `a list that tells all that there is answers for each of its people`() async throws {
        let (service, exchanges, _) = try await service("", Texts())
        _ = try await service.sync(full: false).value()
        #expect(try await service.user("7", .cached()).value().source == .cache)
        #expect(exchanges.lines == ["GET /u"])
    }

    @Test func `what can't be asked for is served as it was listed, offline too`() async throws {
        let (service, _, _) = try await service(#","partial":true"#, Texts())
        _ = try await service.sync(full: false).value()
        let ana = try await service.user("7", .offline).value()
        #expect(ana.value.username == "ana" && ana.value.phone == nil)
    }

    @Test func `S1: a key that isn't there says nothing in a partial list, and null says none`()
        async throws
    {
        let texts = Texts()
        let (service, _, _) = try await service(#","partial":true"#, texts)
        _ = try await service.user("7", .fresh).value()
        #expect(try await service.sync(full: false).value() == SyncReport(unchanged: 1))
        texts.list.withLock { $0 = #"{"id":7,"login":"ann","desk":"5"}"# }
        #expect(try await service.sync(full: true).value() == SyncReport(changed: 1))
        var ana = try await service.user("7", .offline).value().value
        #expect(ana.username == "ann" && ana.phone == "555")
        #expect(ana.attributes == ["team": "ops", "desk": "5"])
        texts.list.withLock { $0 = #"{"id":7,"phone":null,"team":""}"# }
        _ = try await service.sync(full: true).value()
        ana = try await service.user("7", .offline).value().value
        #expect(ana.username == "ann" && ana.phone == nil && ana.attributes == ["desk": "5"])
        // What the call about one doesn't have isn't there.
        texts.detail.withLock { $0 = #"{"id":7}"# }
        #expect(try await service.user("7", .fresh).value().value.attributes == [:])
    }

    @Test func `S1: in other lists a key that isn't there says that there is no value`()
        async throws
    {
        let (service, _, _) = try await service("", Texts())
        _ = try await service.user("7", .fresh).value()
        _ = try await service.sync(full: false).value()
        let ana = try await service.user("7", .offline).value().value
        #expect(ana.phone == nil && ana.attributes == [:])
    }

    @Test func `S1: attributes that a list doesn't name stay`() async throws {
        let texts = Texts(list: #"{"id":7,"login":"ana","team":"dev","desk":"9"}"#)
        let (service, _, _) = try await service(
            #","fields":{"id":"id","username":"login","attributes":{"team":"team"}}"#, texts)
        _ = try await service.user("7", .fresh).value()
        _ = try await service.sync(full: false).value()
        let ana = try await service.user("7", .offline).value().value
        #expect(ana.phone == "555" && ana.attributes == ["team": "dev", "desk": "4"])
    }
}

@Suite struct `Sets of fields` {
    private let some: UserFields = {
        var fields: UserFields = [.username]
        fields.insert(attributes: ["a", "b"])
        return fields
    }()
    private var one: UserFields {
        var fields: UserFields = [.phone]
        fields.insert(attributes: ["b"])
        return fields
    }

    @Test func `attributes are told apart by name, where they have names`() {
        #expect(UserFields.all.isSuperset(of: some) && !some.isSuperset(of: .all))
        #expect(some.union(one).isSuperset(of: one) && !some.isSuperset(of: one))
        #expect(some.union(.all) == .all)
        var both: UserFields = []
        both.insert(attributes: ["b"])
        #expect(some.intersection(one) == both && some.intersection(.all) == some)
        #expect(some.intersection([.username]) == [.username])
        #expect(some.subtracting(both).contains(.attributes))
        #expect(some.subtracting([.attributes]) == [.username])
        #expect(some.subtracting(some).isEmpty)
        #expect(some.attributes(["a": "1", "c": "3"], ["b": "2"]) == ["b": "2", "c": "3"])
        #expect(UserFields.all.attributes(["a": "1"], ["b": "2"]) == ["b": "2"])
    }
}
