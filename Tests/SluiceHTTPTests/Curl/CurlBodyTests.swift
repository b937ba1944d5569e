import CCurl
import SluiceHTTP
import Testing

/// Bodies that are large, packed, or both.
@Suite(.timeLimit(.minutes(1)))
struct CurlBodyTests {
    /// `{"code":200,"data":[1,2,3]}` as `gzip -n` writes it.
    private static let packed: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 206, 79, 73, 85, 178, 50, 50, 48, 208, 81, 74,
        73, 44, 73, 84, 178, 138, 54, 212, 49, 210, 49, 142, 173, 5, 0, 63, 165, 5, 191, 27, 0, 0,
        0,
    ]
    private static let plain = #"{"code":200,"data":[1,2,3]}"#

    private let transport = CurlTransport()

    @Test func `a gzip body arrives unpacked`() async throws {
        let response = try await send(gzip(Self.packed))
        #expect(String(decoding: response.body, as: UTF8.self) == Self.plain)
        #expect(response.headers["Content-Encoding"] == nil)
    }

    @Test func `two gzip members are one body`() async throws {
        let response = try await send(gzip(Self.packed + Self.packed))
        #expect(String(decoding: response.body, as: UTF8.self) == Self.plain + Self.plain)
    }

    @Test(arguments: 1..<Self.packed.count)
    func `a gzip body that is cut anywhere is an error, though its length is right`(
        _ count: Int
    ) async throws {
        let error = await failure(gzip(Array(Self.packed.prefix(count))))
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.detail == "the gzip stream is cut")
    }

    @Test func `a gzip body with a wrong checksum, or none at all, is an error`() async throws {
        var wrong = Self.packed
        wrong[wrong.count - 6] ^= 1
        #expect(await failure(gzip(wrong))?.detail == "the gzip stream is damaged")
        #expect(
            await failure(gzip(Array("plain".utf8)))?.detail == "the gzip stream is damaged")
        #expect(
            await failure(gzip(Self.packed + [0]))?.errorCode == .badAnswer)
    }

    @Test func `a packing that wasn't asked for is an error`() async throws {
        let reply = LoopbackReply.answer(200, [1, 2], headers: ["Content-Encoding: br"])
        let error = await failure(reply)
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.detail == "compressed with br, which was not asked for")
    }

    @Test func `a 100 MB body is refused by its length, before it comes`() async throws {
        let head = LoopbackReply.head("200 OK", ["Content-Length: 104857600"])
        let error = await failure(LoopbackReply(steps: [.send(head + [0x5B]), .hold]))
        #expect(error?.errorCode == .tooLarge)
        #expect(error?.status == 200)
        #expect(error?.detail == "more than 67108864 bytes")
    }

    @Test func `a body of unknown length is refused when it passes the limit, and no sooner`()
        async throws
    {
        let head = LoopbackReply.head("200 OK", ["Transfer-Encoding: chunked"])
        let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 0x20, count: 4096) + [13, 10]
        let endless = LoopbackReply(steps: [.send(head), .flood(chunk, times: .max)])
        let limits = Limits(bodyBytes: 1 << 20)
        #expect(await failure(endless, limits: limits)?.errorCode == .tooLarge)

        let whole = LoopbackReply(steps: [
            .send(head), .flood(chunk, times: 256), .send(Array("0\r\n\r\n".utf8)),
        ])
        #expect(try await send(whole, limits: limits).body.count == 1 << 20)
    }

    @Test func `the limit counts bytes after decompression`() async throws {
        let error = await failure(gzip(Self.packed), limits: Limits(bodyBytes: 26))
        #expect(error?.errorCode == .tooLarge)
        let fitting = Limits(bodyBytes: 27)
        #expect(try await send(gzip(Self.packed), limits: fitting).body.count == 27)
    }

    @Test(
        .enabled(if: ccurl_has_header() != 0, "curl/curl.h is not installed here"))
    func `our numbers of libcurl's ABI are those of its header`() {
        #expect(ccurl_header_mismatch().map { String(cString: $0) } == nil)
    }

    private func gzip(_ bytes: [UInt8]) -> LoopbackReply {
        .answer(200, bytes, headers: ["Content-Encoding: gzip"])
    }

    private func send(
        _ reply: LoopbackReply, limits: Limits? = nil
    ) async throws -> HTTPResponse {
        let server = try LoopbackServer { _ in reply }
        let url = try #require(HTTPURL(server.url))
        return try await transport.send(HTTPRequest(.get, url, limits: limits))
    }

    private func failure(_ reply: LoopbackReply, limits: Limits? = nil) async -> RequestError? {
        await #expect(throws: RequestError.self) { try await send(reply, limits: limits) }
    }
}
