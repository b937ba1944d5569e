import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// Servers whose call about one person is the list, or doesn't say of whom it speaks.
@Suite struct `Forms of the detail` {
    private static func profile(
        _ detail: String, named name: String = "names", paging: String = ""
    ) -> String {
        #"""
        {"name":"\#(name)","baseURL":"https://names.example","ids":"text","fields":{"id":"login","displayName":"name"},
         "list":{"path":"/everyone","items":"users"\#(paging)},"detail":\#(detail)}
        """#
    }

    @Test func `a list that holds everyone may be the call about one`() async throws {
        let people = Mutex(#"[{"login":"ana","name":"Ana"},{"login":"bo","name":"Bo"}]"#)
        let exchanges = Exchanges { _ in .json(#"{"users":\#(people.withLock { $0 })}"#) }
        let service = try await World(server: exchanges.transport)
            .own("names", Self.profile(#"{"path":"/everyone","items":"users"}"#))
        let found = try await service.user("bo", .fresh).value()
        #expect(found.value.displayName == "Bo")
        people.withLock { $0 = #"[{"login":"ana","name":"Ana"}]"# }
        let gone = await failure { _ = try await service.user("bo", .fresh).value() }
        #expect(gone?.errorCode == .notFound)
        #expect(exchanges.lines == ["GET /everyone", "GET /everyone"])
    }

    @Test func `a page of a list is not everyone, and no call about one`() {
        let text = Self.profile(
            #"{"path":"/everyone","items":"users"}"#,
            paging: #","paging":{"kind":"page","parameter":"p"}"#)
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "names.json")
        }
        #expect(
            error?.description
                == "names.json: detail.path: the call has no place for {id}, and a list in pages doesn't hold everyone"
        )
    }

    @Test func `an answer that doesn't say of whom it speaks is of whoever was asked for`()
        async throws
    {
        let exchanges = Exchanges { asked in
            asked.line == "GET /card?of=ana%2Fb"
                ? .json(#"{"content":"Ana Brandt"}"#) : .json(#"{"error":"no such"}"#, 404)
        }
        let service = try await World(server: exchanges.transport).own(
            "names",
            Self.profile(
                #"{"path":"/card","query":{"of":"{id}"},"fields":{"id":"@key","displayName":"content"}}"#
            ))
        let found = try await service.user("ana/b", .fresh).value()
        #expect(found.value.id == "ana/b")
        #expect(found.value.displayName == "Ana Brandt")
        let nobody = await failure { _ = try await service.user("bo", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
    }

    @Test func `where nobody is logged in, a call that is not permitted says how to log in`()
        async throws
    {
        let exchanges = Exchanges { _ in .json(#"{"message":"Forbidden"}"#, 403) }
        let closed = Self.profile(#"{"path":"/one/{id}"}"#)
            .replacing(#""ids""#, with: #""auth":{"scheme":"basic"},"ids""#)
        let service = try await World(server: exchanges.transport).own("names", closed)
        let error = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(error?.errorCode == .forbidden)
        #expect(error?.hint == "Nobody is logged in; `sluice login NAME` logs in.")
        let open = try await World(server: exchanges.transport)
            .own("open", Self.profile(#"{"path":"/one/{id}"}"#, named: "open"))
        let other = await failure { _ = try await open.users(ListQuery(), .fresh).value() }
        #expect(other?.errorCode == .forbidden)
        #expect(other?.hint?.contains("login") != true)
    }
}
