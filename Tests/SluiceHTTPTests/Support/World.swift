import SluiceHTTP
import Testing

/// Where an answer comes from: the same suite runs over a script and over a real connection.
enum World: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case stub, loopback

    var testDescription: String { rawValue }

    /// One transport for all tests, as in a program; each test has a server of its own.
    private static let curl = CurlTransport()

    /// A client whose every request is answered with `response`; it keeps its server alive.
    func client(
        answering response: HTTPResponse, rules: APIRules = .standard, headers: HTTPHeaders = [:]
    ) throws -> TestClient {
        switch self {
        case .stub:
            let stub = StubTransport { _ throws(RequestError) in response }
            let url = try #require(HTTPURL("http://stub.test/api"))
            return TestClient(
                client: APIClient(url, transport: stub, rules: rules, headers: headers),
                server: nil)
        case .loopback:
            let server = try LoopbackServer { _ in
                .answer(
                    response.status, response.body,
                    headers: response.headers.fields.map { "\($0.name): \($0.value)" })
            }
            let url = try #require(HTTPURL(server.url + "/api"))
            return TestClient(
                client: APIClient(
                    url, transport: Self.curl, rules: rules, headers: headers, limits: .patient),
                server: server)
        }
    }
}

/// A client, and the server that lives as long as it does.
struct TestClient: Sendable {
    var client: APIClient
    let server: LoopbackServer?
}

/// A person as an app might decode one.
struct Person: Decodable, Sendable, Equatable {
    var id: String
    var name: String?
}

extension HTTPHeaders {
    /// A credential, as a client sends it.
    static let withToken: HTTPHeaders = ["Authorization": "Bearer planted-token-7f3a"]
}
