import Foundation
import Testing
import Users

@testable import UserServices

@Suite struct `Token store` {
    private let world = World()
    private var store: TokenStore { TokenStore(path: world.paths.tokens) }

    private func token(_ account: String, _ secret: String) -> TokenStore.Token {
        TokenStore.Token(credential: Credential(secret: secret, account: account))
    }

    @Test
    func `C9: keeps a token per server and account, for the owner only, and the last account`()
        throws
    {
        #expect(try store.token(server: "s", account: nil) == nil)
        #expect(store.mode == nil)
        try store.save(token("ana", "1"), server: "s")
        try store.save(token("bo \"x\"", "2\n"), server: "s")
        try store.save(token("ana", "3"), server: "t")
        #expect(store.mode == "0600")
        #expect(try store.token(server: "s", account: nil)?.account == "bo \"x\"")
        #expect(try store.token(server: "s", account: nil)?.credential.secret == "2\n")
        #expect(try store.token(server: "s", account: "ana")?.credential.secret == "1")
        #expect(try store.token(server: "t", account: nil)?.credential.secret == "3")
        #expect(try store.token(server: "u", account: "ana") == nil)
    }

    @Test func `forgets one account, and whom it remembered`() throws {
        try store.save(token("ana", "1"), server: "s")
        try store.save(token("bo", "2"), server: "s")
        try store.remove(server: "s", account: "bo")
        #expect(try store.token(server: "s", account: nil) == nil)
        #expect(try store.token(server: "s", account: "ana")?.credential.secret == "1")
        try store.remove(server: "s", account: "nobody")
    }

    @Test func `a wide mode is narrowed at the next change`() throws {
        try SmallFile.replace(world.paths.tokens, with: Array("{}".utf8), mode: 0o644)
        try store.save(token("ana", "1"), server: "s")
        #expect(store.mode == "0600")
    }

    @Test(arguments: ["", "not json", "[]", #"{"s":5}"#, #"{"s":{"tokens":{"ana":{"token":5}}}}"#])
    func `a file that can't be understood counts as empty, and is set aside`(text: String) throws {
        for isTold in [true, false] {
            try SmallFile.replace(world.paths.tokens, with: Array(text.utf8))
            #expect(try store.token(server: "s", account: "ana") == nil)
            if isTold { #expect(try store.setAsideDamage() == world.paths.tokens + ".damaged") }
            #expect(try !isTold || store.setAsideDamage() == nil)
            try store.save(token("ana", "1"), server: "s")
            #expect(try store.token(server: "s", account: nil)?.credential.secret == "1")
            let kept = try SmallFile.read(world.paths.tokens + ".damaged")
            #expect(kept == Array(text.utf8))
            RemoveFolder.run(world.paths.state)
        }
    }

    @Test func `without a file tokens last as long as the store`() throws {
        let store = TokenStore(path: nil)
        try store.save(token("ana", "1"), server: "s")
        let copy = store
        #expect(try copy.token(server: "s", account: nil)?.credential.secret == "1")
        #expect(try TokenStore(path: nil).token(server: "s", account: nil) == nil)
        try copy.remove(server: "s", account: "ana")
        #expect(try store.token(server: "s", account: nil) == nil)
        #expect(store.mode == nil)
    }

    @Test func `logins at the same time all stay`() throws {
        let store = store
        // On threads, since tasks might run one after the other.
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            try? store.save(
                TokenStore.Token(credential: Credential(secret: "x", account: "a\(index)")),
                server: "s")
        }
        for index in 0..<64 {
            #expect(try store.token(server: "s", account: "a\(index)") != nil)
        }
    }

    @Test func `a lock that is held isn't taken, and its holder is named`() throws {
        let path = world.paths.state + "/x.lock"
        let first = try FileLock(path)
        let second = try FileLock(path)
        #expect(try first.take())
        #expect(try !second.take())
        #expect(second.holder == Int(ProcessInfo.processInfo.processIdentifier))
        first.release()
        #expect(try second.take())
    }

    @Test(arguments: [
        (ENOSPC, "Make room on the disk"), (EDQUOT, "Make room on the disk"),
        (EACCES, "Check the permissions"), (EROFS, "The file system is read-only"),
    ])
    func `C10: the next step after a failed write follows from its reason`(
        number: Int32, hint: String
    ) {
        errno = number
        let error = ServiceError(FileFailure("/x/tokens.json"), "keep the token in")
        #expect(error.message.hasPrefix("Could not keep the token in “/x/tokens.json”: "))
        #expect(error.hint?.hasPrefix(hint) == true)
    }

    @Test func `P12: a credential is not printed`() {
        let token = token("ana", "hunter2secret")
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(!text.contains("hunter2secret"))
        }
    }
}
