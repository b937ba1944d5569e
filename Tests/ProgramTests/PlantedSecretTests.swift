import FoundationEssentials
import Synchronization
import Testing

/// P12 over whole runs: secrets go in by every way there is, the server repeats them wherever it likes,
/// and then all that was printed and every file but the tokens' own is looked through.
@Suite(.timeLimit(.minutes(5)))
struct PlantedSecretTests {
    private static func profile(_ scheme: String) -> String {
        #"""
        {"name":"planted","baseURL":"http://127.0.0.1:1","etags":true,
         "auth":{"scheme":"token",\#(scheme)"guest":"guest","login":{"path":"/login",
                 "token":"token","refreshToken":"refresh",
                 "body":{"name":"{name}","password":"{password}"}},
                 "refresh":{"path":"/refresh","token":"token","body":{"refresh":"{refreshToken}"}}},
         "envelope":{"code":"code","message":"message"},
         "list":{"path":"/people","items":"people"},
         "detail":{"path":"/people/{id}"},
         "fields":{"id":"id","username":"login"}}
        """#
    }

    @Test(arguments: ["", #""header":"X-Own-Key","prefix":"","#])
    func `P12: no run prints or keeps a password or a token`(scheme: String) async throws {
        for number in 0..<4 {
            let (password, token, refresh) = ("pw-\(number)-hunter2", "tok-\(number)-9f", "ref-3c1")
            let given = "given-\(number)-77"
            let secrets = [password, token, refresh, given, "url-pw-5"]
            let isRude = Mutex(false)
            let server = try LoopbackServer { request in
                let heard = (request.lines + [String(decoding: request.body, as: UTF8.self)])
                    .joined(separator: " ").filter { $0 != "\"" && $0 != "\\" }
                if isRude.withLock({ $0 }) || request.target.contains("/9") {
                    return .answer(
                        request.target.contains("login") ? 401 : 500,
                        #"{"message":"no: \#(heard)","token":"\#(token)"}"#,
                        headers: ["X-Echo: \(heard)", "ETag: \"\(token)\""])
                }
                switch request.target {
                case "/login", "/refresh":
                    return .answer(200, #"{"token":"\#(token)","refresh":"\#(refresh)"}"#)
                default:
                    return .answer(
                        200,
                        #"{"id":"7","login":"ana","password":"\#(password)","token":"\#(token)"}"#,
                        headers: ["ETag: \"1\"", "Set-Cookie: sid=\(token)"])
                }
            }
            var sluice = try Sluice()
            sluice.home.write(Self.profile(scheme), to: "planted.json")
            let profile = ["--profile", sluice.home.path + "/planted.json"]
            let chosen = profile + ["--base-url", server.url, "--verbose"]
            let withUser = server.url.replacing("//", with: "//ana:url-pw-5@")
            var printed = ""
            func run(_ arguments: [String], input: String = "") async throws {
                let outcome = try await sluice.run(arguments: arguments, input: input)
                printed += outcome.output + outcome.error
            }
            let login = ["login", "ana", "--password-stdin"]
            try await run(chosen + login, input: password + "\n")
            for json in [[], ["--json"]] {
                for words in [
                    ["show", "7"], ["show", "7", "--fresh"], ["show", "9"], ["status"],
                ] {
                    try await run(chosen + words + json)
                }
                try await run(profile + ["--base-url", withUser, "--verbose", "show", "9"] + json)
                try await run(profile + ["use", withUser] + json)
                try await run(profile + ["use", withUser + "?access_token=\(given)"] + json)
            }
            try await run(chosen, input: "show 9\nstatus\nuse \(withUser)\n")
            sluice.environment["SLUICE_TOKEN"] = given
            for words in [["show", "7", "--fresh"], ["show", "9"], ["list", "--fresh"]] {
                try await run(chosen + words)
            }
            sluice.environment["SLUICE_TOKEN"] = nil
            isRude.withLock { $0 = true }
            try await run(chosen + ["login", "bo", "--password-stdin"], input: password + "\n")
            try await run(chosen + ["logout"])
            #expect(printed.contains("no: "))
            let files = try FileManager.default.subpathsOfDirectory(atPath: sluice.home.path)
                .filter { !$0.hasSuffix("tokens.json") }
            #expect(files.contains { $0.hasSuffix("cache.db") })
            for secret in secrets {
                #expect(!printed.contains(secret), "\(secret): \(printed)")
                for file in files where sluice.home.text(of: file)?.contains(secret) == true {
                    Issue.record("\(secret) is in \(file)")
                }
            }
        }
    }
}
