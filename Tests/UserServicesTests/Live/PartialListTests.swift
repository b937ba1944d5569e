import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// What a list doesn't tell of a person, and the call about one does.
@Suite struct `Lists that tell less` {
    private func service(
        _ list: String, _ texts: Texts, detail: String = ""
    ) async throws -> (service: LiveUserService, exchanges: Exchanges, world: World) {
        let exchanges = Exchanges { asked in
            asked.request.url.path == "/u/7"
                ? .json(texts.detail.withLock { $0 }, texts.status.withLock { $0 })
                : .json("[\(texts.list.withLock { $0 })]")
        }
        let world = World(server: exchanges.transport)
        let profile = #"""
            {"name":"t","baseURL":"https://a.example","ids":"number",
             "fields":{"id":"id","username":"login","phone":"phone",
                       "attributes":{"team":"team","desk":"desk"}},
             "list":{"path":"/u"\#(list)},"detail":{"path":"/u/{id}"\#(detail)}}
            """#
        return (try await world.own("t", profile), exchanges, world)
    }

    /// What a server tells of its one person.
    private final class Texts: Sendable {
        let list: Mutex<String>
        let detail = Mutex(#"{"id":7,"login":"ana","phone":"555","team":"ops","desk":"4"}"#)
        /// With which status it tells of that person alone.
        let status = Mutex(200)
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

    private static let few = #","fields":{"id":"id","username":"login"}"#

    @Test(arguments: [
        (403, few, "", ServiceError.Code.forbidden), (405, few, "", .badStatus),
        (403, #","partial":true"#, "", .forbidden),
        (404, few, #","notFound":{"statuses":[410]}"#, .badStatus),
    ])
    func `P8: whom a list has just named is shown where the call about one is refused, and why`(
        status: Int, list: String, detail: String, code: ServiceError.Code
    ) async throws {
        let texts = Texts()
        texts.status.withLock { $0 = status }
        let (service, exchanges, world) = try await service(list, texts, detail: detail)
        _ = try await service.sync(full: false).value()
        world.pass(milliseconds: 60_000)
        for who in ["7", "ana"] {
            let ana = try await service.user(who, .cached()).value()
            #expect(ana.source == .cache && ana.age == 60_000)
            #expect(ana.value.username == "ana" && ana.value.phone == nil)
            #expect(ana.reason?.errorCode == code && ana.reason?.status == status)
        }
        #expect(exchanges.lines == ["GET /u", "GET /u/7", "GET /u/7"])
        // A watch would end with the refusal as soon as it asks, and so doesn't begin.
        let (events, told) = AsyncStream.makeStream(of: WatchEvent.self)
        let watch = await failure {
            try await service.watch(WatchQuery(who: "7", interval: 1_000)) { told.yield($0) }
                .value()
        }
        told.finish()
        #expect(watch?.errorCode == code)
        for await event in events { Issue.record("told of \(event)") }
        // What is older, or not to stand in, would hide that this isn't permitted any more.
        let fresh = await failure { _ = try await service.user("7", .fresh).value() }
        #expect(fresh?.errorCode == code)
        let asking = await failure { _ = try await service.user("7", .cached(maxAge: 0)).value() }
        #expect(asking?.errorCode == code)
        world.pass(milliseconds: 240_000)
        let late = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(late?.errorCode == code)
        #expect(late?.hint?.hasSuffix("--offline shows what is cached of them.") == true)
        #expect(
            try await service.user("7", .cached(maxAge: 400_000)).value().value.username == "ana")
        // Nobody told of this one.
        let other = await failure { _ = try await service.user("8", .cached()).value() }
        #expect(other?.errorCode != nil && other?.hint?.contains("--offline") != true)
    }

    @Test func `P8: what only the call about one told isn't shown once it is refused`() async throws
    {
        let texts = Texts()
        let (service, _, world) = try await service(
            #","fields":{"id":"id","username":"login","attributes":{"team":"team"}}"#, texts)
        _ = try await service.user("7", .cached()).value()
        texts.list.withLock { $0 = #"{"id":7,"login":"ana","team":"dev"}"# }
        texts.status.withLock { $0 = 403 }
        world.pass(milliseconds: 400_000)
        _ = try await service.sync(full: true).value()
        let ana = try await service.user("7", .cached()).value()
        #expect(ana.reason?.errorCode == .forbidden)
        #expect(ana.value.phone == nil && ana.value.attributes == ["team": "dev"])
        // A partial list doesn't say which of it that is.
        let others = Texts()
        let (partial, _, later) = try await self.service(#","partial":true"#, others)
        _ = try await partial.user("7", .cached()).value()
        others.status.withLock { $0 = 403 }
        later.pass(milliseconds: 400_000)
        _ = try await partial.sync(full: true).value()
        let error = await failure { _ = try await partial.user("7", .cached()).value() }
        #expect(error?.errorCode == .forbidden)
    }

    @Test(arguments: [(404, ServiceError.Code.notFound), (401, .notLoggedIn), (666, .badStatus)])
    func `P8: a 404 that means nobody, or the end of a session, is no refusal of the call`(
        status: Int, code: ServiceError.Code
    ) async throws {
        let texts = Texts()
        texts.status.withLock { $0 = status }
        let (service, _, _) = try await service(Self.few, texts)
        _ = try await service.sync(full: false).value()
        let error = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(error?.errorCode == code)
        let isKept = await failure { _ = try await service.user("7", .offline).value() } == nil
        #expect(isKept == (status != 404))
    }

    @Test func `S1: a key that isn't there says nothing in a partial detail, and null says none`()
        async throws
    {
        let texts = Texts()
        let (service, _, _) = try await service("", texts, detail: #","partial":true"#)
        _ = try await service.user("7", .fresh).value()
        // As a server answers a guest: with less, and no word about it.
        texts.detail.withLock { $0 = #"{"id":7,"login":"ann","team":null}"# }
        let ann = try await service.user("7", .fresh).value().value
        #expect(ann.username == "ann" && ann.phone == "555" && ann.attributes == ["desk": "4"])
        #expect(try await service.user("7", .offline).value().value == ann)
        let (whole, _, _) = try await self.service("", texts)
        #expect(try await whole.user("7", .fresh).value().value.phone == nil)
    }

    @Test func `S1: what the detail of a filled list doesn't say stays as it was`()
        async throws
    {
        let texts = Texts(list: #"{"id":7,"login":"ana"}"#)
        let (service, _, _) = try await service(
            #","fill":true,"fields":{"id":"id","username":"login"}"#, texts,
            detail: #","partial":true"#)
        _ = try await service.sync(full: false).value()
        texts.list.withLock { $0 = #"{"id":7,"login":"ann"}"# }
        texts.detail.withLock { $0 = #"{"id":7,"desk":"5"}"# }
        #expect(try await service.sync(full: true).value() == SyncReport(changed: 1))
        let ann = try await service.user("7", .offline).value().value
        #expect(ann.username == "ann" && ann.phone == "555")
        #expect(ann.attributes == ["team": "ops", "desk": "5"])
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
