import Glibc
import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import UserServices
import Users

@testable import SluiceCLI

/// P12 at random, through the whole program in one process: secrets go in as a password, a token, a
/// header of the profile's own, a query item and the URL's user, the server repeats them wherever it
/// likes, and what `--verbose` prints and the cache's file are looked through.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PlantedCasesTests {
    /// Stands in every secret and nowhere else, so that a part of one is found too.
    private static let mark = "hUnT7"

    private static let schemes = [
        #""scheme":"token""#, #""scheme":"token","header":"X-Own-Key","prefix":"""#,
        #""scheme":"token","query":"key""#, #""scheme":"basic""#,
        #""scheme":"places""#,
    ]

    private static func profile(_ scheme: String, _ name: String) -> String {
        let login =
            scheme.contains("basic")
            ? "" : #","login":{"path":"/login","token":"data.word","body":{"word":"{password}"}}"#
        let place = scheme.contains("places") ? #","query":{"by":"{token}"}"# : ""
        return #"""
            {"name":"\#(name)","baseURL":"http://a.test",
             "variables":{"own":"none"},"headers":{"X-Tenant-Secret":"{own}"},
             "auth":{\#(scheme)\#(login)},
             "envelope":{"code":"code","message":"message"},
             "list":{"path":"/people","items":"people"\#(place)},
             "detail":{"path":"/people/{id}"\#(place)},
             "fields":{"id":"id","username":"login","displayName":"name"}}
            """#
    }

    @Test
    func `P12: in ten thousand cases neither --verbose nor the cache shows a planted secret`()
        async throws
    {
        let home = try Home()
        let server = RepeatingServer()
        var random = Draws(12_012)
        var services: [any UserService] = []
        for (number, scheme) in Self.schemes.enumerated() {
            let file = "planted\(number).json"
            home.write(Self.profile(scheme, "planted\(number)"), to: file)
            let directories = LiveDirectories(
                paths: ServicePaths(config: nil, state: nil, cache: home.path),
                clock: ContinuousClock(), now: { 1_800_000_000_000 }
            ) { server }
            for user in ["", "ana:\(Self.secret(&random).filter { $0.isLetter || $0.isNumber })@"] {
                let choice = DirectoryChoice(
                    profile: "\(home.path)/\(file)", baseURL: "http://\(user)a.test",
                    variables: ["own": Self.secret(&random)])
                services.append(try await directories.open(choice).value().service)
            }
        }
        let sink = MarkedSink()
        let front = Front(sink)
        for number in 0..<10_000 {
            server.begin(token: Self.secret(&random), answer: random.next())
            let service = services[number % services.count]
            if number / services.count % 8 == 0 {
                let credentials = Credentials(name: "ana", password: Self.secret(&random))
                await front.print(service.login(credentials))
            } else {
                await front.print(service.user("\(number % 50)", .fresh))
            }
            if sink.holds(Self.mark) {
                Issue.record("case \(number): \(sink.text)")
            }
            sink.clear()
        }
        // Else nothing was looked for.
        #expect(server.asked > 9_000)
        #expect(server.repeated > 4_000)
        #expect(front.people > 2_000 && front.failures > 4_000)
        let files = ["cache.db", "cache.db-wal"].compactMap { home.text(of: $0) }
        #expect(files.contains { $0.contains("Ana of ") })
        for text in files { #expect(!text.contains(Self.mark)) }
    }

    /// Eight to twenty characters around the mark, of which some mean something in a URL or in JSON.
    private static func secret(_ random: inout Draws) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMN23456789-_.~+/=%&\"\\")
        func some(_ random: inout Draws) -> String {
            String(
                (0..<2 + random.next(below: 6)).map { _ in
                    alphabet[random.next(below: alphabet.count)]
                })
        }
        return some(&random) + mark + some(&random)
    }
}

/// A server that gives a new token at each login, and repeats what it was sent wherever it can.
private final class RepeatingServer: Transport {
    private struct State {
        var token = ""
        var answer: UInt64 = 0
        var asked = 0
        var repeated = 0
    }

    private let state = Mutex(State())

    var asked: Int { state.withLock { $0.asked } }
    var repeated: Int { state.withLock { $0.repeated } }

    /// Takes the token of the next login, and what decides how the next requests are answered.
    func begin(token: String, answer: UInt64) {
        state.withLock {
            $0.token = token
            $0.answer = answer
        }
    }

    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        let (token, answer) = state.withLock { state in
            state.asked += 1
            return (state.token, state.answer)
        }
        let isLogin = request.url.path.contains("login")
        if isLogin, answer % 4 != 0 {
            return HTTPResponse(status: 200, text: #"{"data":{"word":"\#(token.escaped)"}}"#)
        }
        let sent = Self.everything(in: request)
        if answer % 4 < 2 { state.withLock { $0.repeated += 1 } }
        switch answer % 4 {
        case 0:
            return HTTPResponse(
                status: isLogin ? 401 : 400,
                headers: ["X-Request-Id": sent.filter { $0 != "\n" }, "Server": "x"],
                text: #"{"code":"E \#(sent.escaped)","message":"no: \#(sent.escaped)"}"#)
        case 1: return HTTPResponse(status: 403, text: "not for \(sent)")
        default:
            let id = request.url.path.split(separator: "/").last ?? ""
            return HTTPResponse(
                status: 200,
                headers: ["ETag": "\"1\"", "Set-Cookie": "sid=\(token.filter(\.isLetter))"],
                text: #"{"id":"\#(id)","login":"a\#(id)","name":"Ana of \#(id)","#
                    + #""password":"\#(sent.escaped)","note":"\#(sent.escaped)"}"#)
        }
    }

    /// Each field, the body and the URL, as text.
    private static func everything(in request: HTTPRequest) -> String {
        let fields = request.headers.fields.map(\.value)
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        return (fields + [request.url.query ?? "", body]).joined(separator: " ")
    }
}

/// What a command would print with `--verbose`: each error as text and as JSON, each person as a table.
@MainActor
private final class Front {
    private(set) var people = 0
    private(set) var failures = 0
    private let presenters: [Presenter]

    init(_ sink: MarkedSink) {
        let console = Console(terminal: Terminal(), output: sink, error: sink)
        presenters = [OutputFormat.tsv, .json].map { format in
            var settings = Settings()
            settings.isVerbose = true
            settings.format = format
            return Presenter(Request(.show(["7"]), settings), console: console, now: 0)
        }
    }

    func print(_ call: Single<Session, ServiceError>) async {
        await outcome(call) { presenter, session in
            presenter.present(Record(session, profile: "planted"), .session)
        }
    }

    func print(_ call: Single<Answer<User>, ServiceError>) async {
        await outcome(call) { presenter, answer in
            people += 1
            presenter.tell(of: answer)
            presenter.present(Record(answer.value), .user)
        }
    }

    private func outcome<Value: Sendable>(
        _ call: Single<Value, ServiceError>, _ show: (Presenter, Value) -> Void
    ) async {
        do throws(ServiceError) {
            let value = try await call.value()
            for presenter in presenters { show(presenter, value) }
        } catch {
            failures += 1
            for presenter in presenters { presenter.fail(error) }
        }
    }
}

/// Keeps what is written, and finds a text in it by its bytes.
private final class MarkedSink: TextSink {
    private let state = Mutex("")

    var text: String { state.withLock { $0 } }

    func write(_ text: String) throws(WriteFailure) { state.withLock { $0 += text } }

    func holds(_ mark: String) -> Bool { strstr(text, mark) != nil }

    func clear() { state.withLock { $0 = "" } }
}

/// A small generator of pseudo-random numbers that a seed fixes (Steele, Lea, Flood 2014).
private struct Draws {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(below count: Int) -> Int { Int(next() % UInt64(count)) }
}

extension String {
    /// As a JSON string has it.
    fileprivate var escaped: String {
        String(flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
    }
}
