import Glibc
import SluiceFlow
import SluiceHTTP
import Testing

/// P12 at random: secrets in every place that has room for one, repeated by the server wherever it
/// likes, and looked for in all that is printed or kept afterwards. The seed fixes the cases.
@Suite(.timeLimit(.minutes(5)))
struct PlantedSecretTests {
    @Test
    func
        `P12: in ten thousand cases no error, cassette, label or key of a cache holds a planted secret`()
        async throws
    {
        var random = SplitMix(seed: 12_012)
        var planted = 0
        for number in 0..<10_000 {
            let exchange = try Exchange(&random)
            planted += exchange.secrets.count
            let texts = try await exchange.run(isDumped: number % 10 == 0)
            // Other tests have their own limits of time, and two threads are all there may be.
            await Task.yield()
            for text in texts {
                for secret in exchange.secrets where text.utf8.count >= secret.utf8.count {
                    // Faster by far than String's own search, which takes most of the time here.
                    if strstr(text, secret) != nil {
                        Issue.record("case \(number): \(secret) in \(text.prefix(2_000))")
                    }
                }
            }
        }
        // Else nothing was looked for.
        #expect(planted > 20_000)
    }

    /// A request with secrets in it, and an answer that repeats them.
    private struct Exchange {
        var secrets: [String] = []
        var request: HTTPRequest
        var response: HTTPResponse
        let code: RequestError.Code
        /// The secrets of the request, as a server or a library may repeat them anywhere.
        let echo: String

        init(_ random: inout SplitMix) throws {
            var secrets: [String] = []
            func plant(_ random: inout SplitMix, isPlain: Bool = false) -> String {
                let drawn = PlantedSecretTests.secret(&random)
                let secret = isPlain ? drawn.plain : drawn
                secrets.append(secret)
                return secret
            }
            var url = "http://a.test/users?page=1"
            if random.isOneIn(3) {
                url = "http://ana:\(plant(&random, isPlain: true))@a.test/users?page=1"
            }
            if random.isOneIn(3) { url += "&access_token=\(plant(&random, isPlain: true))" }
            var headers = HTTPHeaders()
            if random.isOneIn(2) { headers["Authorization"] = "Bearer \(plant(&random))" }
            if random.isOneIn(3) { headers["Cookie"] = "a=b; sid=\(plant(&random, isPlain: true))" }
            if random.isOneIn(3) {
                headers.set("X-Tenant", to: plant(&random), isSecret: true)
            }
            var request = HTTPRequest(.post, try #require(HTTPURL(url)), headers: headers)
            if random.isOneIn(2) {
                let password = plant(&random)
                request.secrets = [password]
                request.body = Array(#"{"word": "\#(password.escaped)"}"#.utf8)
            } else if random.isOneIn(2) {
                request.headers["Content-Type"] = "application/x-www-form-urlencoded"
                request.body = Array("user=ana&password=\(plant(&random, isPlain: true))".utf8)
            }
            // The form's password is no secret of the request's unless it is said to be, so that the
            // server can't be caught repeating it elsewhere; a login says it.
            let sent =
                request.body == nil || !request.secrets.isEmpty ? secrets : secrets.dropLast()
            echo = sent.map { random.isOneIn(2) ? $0 : $0.escaped }.joined(separator: " ")
            let named = plant(&random)
            let text =
                switch random.next() % 3 {
                case 0: #"{"message": "no \#(echo.escaped)", "refreshToken": "\#(named.escaped)"}"#
                case 1: #"{"user": {"password" : "\#(named.escaped)"}, "cut": "\#(echo.escaped)"#
                default: "not for \(echo)\n"
                }
            response = HTTPResponse(
                status: random.isOneIn(2) ? 500 : 200,
                headers: [
                    "Server": "x \(sent.first ?? "")",
                    "Set-Cookie": "s=\(plant(&random, isPlain: true))",
                ],
                text: text)
            let codes = RequestError.Code.allCases
            code = codes[Int(random.next() % UInt64(codes.count))]
            self.secrets = secrets
            self.request = request
        }

        /// All that is printed or kept.
        func run(isDumped: Bool) async throws -> [String] {
            let response = response
            let recording = RecordingTransport(
                StubTransport { _ throws(RequestError) in response })
            _ = try? await recording.send(request)
            let error = RequestError(
                code, request: request, response: response, detail: echo, serverMessage: echo,
                path: echo)
            // A plain GET of the same URL may be kept, unless there is a secret in it.
            var get = HTTPRequest(.get, request.url, headers: request.headers)
            get.secrets = request.secrets
            let kept = CacheKey(get, scope: "a").map { "\($0)" } ?? ""
            let client = APIClient(request.url, transport: recording).call(.get, url: request.url)
            var dumped = ""
            if isDumped { dump(error, to: &dumped) }
            return [
                dumped, "\(error)", "\(request)", recording.cassette.text, kept, client.label,
            ]
        }
    }

    /// Eight to twenty characters, of which some mean something in a URL or in JSON.
    private static func secret(_ random: inout SplitMix) -> String {
        let alphabet = Array(
            "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.~+/=%&\"\\")
        let count = 8 + Int(random.next() % 13)
        return String(
            (0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
    }
}

extension String {
    /// Without what would end it where it stands.
    fileprivate var plain: String { filter { $0.isLetter || $0.isNumber || $0 == "-" } + "-x7" }

    /// As a JSON string has it.
    fileprivate var escaped: String {
        String(flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
    }
}

extension SplitMix {
    fileprivate mutating func isOneIn(_ count: UInt64) -> Bool { next() % count == 0 }
}
