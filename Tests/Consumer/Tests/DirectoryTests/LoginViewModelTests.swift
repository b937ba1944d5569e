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

// How the models stand in a timeline.
extension User: TimelineText {
    package var timelineText: String { name }
}

extension Login: TimelineText {
    package var timelineText: String { name }
}
