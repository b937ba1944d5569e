import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

@Suite struct NetworkOptionsTests {
    @Test func `only this program's own variables lead elsewhere`() {
        let options = NetworkOptions(environment: [
            "SLUICE_CA_FILE": "/ca.pem", "SLUICE_PROXY": "http://p.example:3128",
            "https_proxy": "http://other.example", "CURL_CA_BUNDLE": "/other.pem",
        ])
        #expect(options.transport.caFile == "/ca.pem")
        #expect(options.transport.proxy == "http://p.example:3128")
        let none = NetworkOptions(environment: ["SLUICE_CA_FILE": "", "all_proxy": "http://x"])
        #expect(none == NetworkOptions())
    }

    @Test(arguments: [
        "proxy example", "ftp://p.example:3128", "http://", "http://p.example:99999", "://p",
    ])
    func `a proxy that can't be one is known by its variable's name`(_ proxy: String) {
        let mistake = NetworkOptions(proxy: proxy).mistake
        #expect(mistake?.hasPrefix("SLUICE_PROXY is no proxy's URL") == true)
    }

    @Test(arguments: [
        "http://p.example:3128", "socks5h://127.0.0.1:1080", "https://ana:secret@p.example",
        "p.example:3128", "SOCKS4A://p",
    ])
    func `what can be a proxy is none the worse for its form`(_ proxy: String) {
        #expect(NetworkOptions(proxy: proxy).mistake == nil)
    }

    @Test func `C10: certificates that can't be read are an error of usage, and nobody is asked`()
        async throws
    {
        for (file, reason) in [
            ("/nowhere/ca.pem", "No such file or directory"), ("/tmp", "it is a folder"),
        ] {
            let network = NetworkOptions(caFile: file)
            let world = World(server: network.makeTransport())
            let service = try await world.service("kinto")
            let error = await failure { _ = try await service.user("7", .cached()).value() }
            #expect(error?.kind == .usage)
            #expect(
                error?.message.hasSuffix(
                    "SLUICE_CA_FILE names “\(file)”, which can't be read: \(reason)") == true)
        }
        #expect(NetworkOptions(caFile: "/dev/null").mistake == nil)
    }

    @Test(arguments: ["http://127.0.0.1:1", "no.such.proxy.invalid"])
    func `C10: a proxy that can't be reached is known by its variable's name`(
        proxy: String
    ) async throws {
        let world = World(server: NetworkOptions(proxy: proxy).makeTransport())
        let service = try await world.service("kinto")
        let error = await failure { _ = try await service.user("7", .fresh).value() }
        #expect(error?.errorCode == .unreachable)
        #expect(error?.message.contains("proxy") == true)
        #expect(
            error?.hint == "Check the proxy, which SLUICE_PROXY names, and the connection.")
    }

    @Test func `C10: a proxy that wants a login says in which variable that is given`() async throws
    {
        let world = World(server: StubTransport { _ in HTTPResponse(status: 407) })
        let service = try await world.service("kinto")
        let error = await failure { _ = try await service.user("7", .fresh).value() }
        #expect(
            error?.hint == "Give a name and a password in the URL that SLUICE_PROXY is: "
                + "http://NAME:PASSWORD@proxy.example:3128.")
    }

    @Test func `more time for a call is more time without a byte, and no slower connection`() {
        #expect(Limits(timeout: nil) == Limits())
        #expect(Limits(timeout: 5_000) == Limits(total: .seconds(5)))
        #expect(Limits(timeout: 60_000) == Limits(idle: .seconds(60), total: .seconds(60)))
    }
}
