import Directory
import SluiceFlow
import SluiceHTTP
import SluiceTesting
import Testing

@MainActor
@Suite struct LoginViewModelTests {
    @Test func `a refused login, then a good one`() async throws {
        try await VirtualTime.run { time in
            let stub = StubTransport(
                [
                    .wait(.milliseconds(120)),
                    .answer(HTTPResponse(status: 401, text: #"{"message":"no"}"#)),
                    .wait(.milliseconds(80)),
                    .answer(
                        HTTPResponse(status: 200, text: #"{"data":{"id":"7","name":"Ana"}}"#)),
                ], clock: time.clock)
            let api = UserAPI(
                client: APIClient(try #require(HTTPURL("http://a.test")), transport: stub))
            let login = PublishRelay<Login>()
            let model = LoginViewModel { api.login($0) }
            time.record(model.transform(.init(login: time.input("login", login))))

            login.send(Login(name: "ana", password: "1234"))
            try await time.advance(by: .milliseconds(200))
            login.send(Login(name: "ana", password: "demo"))
            try await time.advance(by: .milliseconds(200))

            try time.expect(
                """
                    0 ms  user    idle
                    0 ms  isBusy  false
                    0 ms  > login ana
                    0 ms  user    loading
                    0 ms  isBusy  true
                  120 ms  errors  #1 credentialsRefused "POST http://a.test/v3/login: the name or the password was refused (status 401): “no”" in POST /v3/login
                  120 ms  user    failed credentialsRefused "POST http://a.test/v3/login: the name or the password was refused (status 401): “no”"
                  120 ms  isBusy  false
                  200 ms  > login ana
                  200 ms  user    loading
                  200 ms  isBusy  true
                  280 ms  user    loaded Ana
                  280 ms  isBusy  false
                """)
        }
    }
}

@MainActor
@Suite struct ReportedTests {
    /// What was kept of a session: a recording of the exchange, the input, and what came out.
    private static let report = #"""
        sluice recording 1
            0 ms  user    idle
            0 ms  isBusy  false
           40 ms  > login ana
           40 ms  user    loading
           40 ms  isBusy  true
           40 ms  ~ http 80 ms {"milliseconds":80,"request":{"body":"{\"name\":\"ana\",\"password\":\"[redacted]\"}","headers":[],"method":"POST","url":"http://a.test/v3/login"},"response":{"body":"{\"data\":{\"id\":\"7\",\"name\":\"Ana\"}}","headers":[],"status":200}}
          120 ms  user    loaded Ana
          120 ms  isBusy  false

        """#

    @Test func `what a person reported, replayed`() async throws {
        let recording = try #require(SessionRecording(Self.report))
        try await VirtualTime.replay(recording) { replay in
            let url = try #require(HTTPURL("http://a.test"))
            let api = UserAPI(client: APIClient(url, transport: try replay.transport()))
            let login = replay.input("login", PublishRelay<Login>()) { name in
                Login(name: name, password: "")
            }
            replay.time.record(LoginViewModel { api.login($0) }.transform(.init(login: login)))
        }
    }
}

// How the models stand in a timeline.
extension User: TimelineText {
    package var timelineText: String { name }
}

extension Login: TimelineText {
    package var timelineText: String { name }
}
