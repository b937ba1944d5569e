import Glibc

/// The server of the figures: HTTP on 127.0.0.1 and a free port, from bytes that are ready.
///
/// It runs in a process of its own, and prints its port first.
struct LoopbackServer {
    private let listener: Int32
    private let port: Int

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 64) == 0
                    ? getsockname(listener, address, &size) : -1
            }
        }
        guard code == 0 else { throw Child.Failure("listen") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Answers until standard input ends.
    func serve() throws {
        let listener = listener
        let answers = Answers()
        startThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                var on: Int32 = 1
                setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
                startThread { Self.answer(connection, answers) }
            }
        }
        print(port)
        fflush(nil)
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
        exit(0)
    }

    /// Answers one connection's requests, which have no body and come one at a time.
    private static func answer(_ connection: Int32, _ answers: Answers) {
        defer { close(connection) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        var filled = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { raw in
                recv(connection, raw.baseAddress.map { $0 + filled }, raw.count - filled, 0)
            }
            guard count > 0 else { return }
            filled += count
            guard filled >= 4, buffer[filled - 4..<filled].elementsEqual("\r\n\r\n".utf8) else {
                continue
            }
            let line = buffer[..<filled].prefix { $0 != UInt8(ascii: "\r") }
            let target = line.split(separator: UInt8(ascii: " ")).dropFirst().first ?? []
            guard send(answers.answer(to: String(decoding: target, as: UTF8.self)), connection)
            else { return }
            filled = 0
        }
    }

    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    connection, raw.baseAddress.map { $0 + sent }, raw.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

/// What the server answers, head and body in one piece.
private struct Answers: Sendable {
    /// A gigabyte of zeros in 7 MB: a byte, and the byte before it 258 times, over and over (RFC 1951 §3.2.6).
    private let bomb: [UInt8] = {
        var bits = Bits()
        bits.append([0b1, 0b01], widths: [1, 2])
        bits.append([0b0000_1100], widths: [8])
        for _ in 0..<(1 << 30) / 258 { bits.append([0b1010_0011, 0], widths: [8, 5]) }
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + bits.bytes
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: \(gzip.count)\r\n\r\n"
        return Array(head.utf8) + gzip
    }()
    private let user = framed(
        #"{"code":200,"message":"ok","timestamp":1700000000,"data":"# + People.json(7) + "}")
    private let pages = (0..<People.count / People.pageSize).map { page($0, of: People.count) }

    private static func page(_ index: Int, of total: Int) -> [UInt8] {
        let start = min(index * People.pageSize, total)
        let end = min(start + People.pageSize, total)
        return framed(
            #"{"code":200,"data":{"total":"# + "\(total)" + #","items":"#
                + People.json(start..<end) + "}}")
    }
    private let nothing = framed("{}")

    /// A body of 64 MiB, all but a few bytes: an array of one element, over and over.
    private static func large(_ element: String) -> [UInt8] {
        let count = ((64 << 20) - 40) / (element.utf8.count + 1)
        return framed(
            #"{"code":200,"data":["# + String(repeating: element + ",", count: count) + "0]}")
    }

    func answer(to target: String) -> [UInt8] {
        let page = target.split(whereSeparator: { $0 == "?" || $0 == "&" })
            .first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }
        let index = (page ?? 1) - 1
        if target.hasPrefix("/users?") {
            return pages.indices.contains(index) ? pages[index] : nothing
        }
        if target.hasPrefix("/million?") { return Self.page(index, of: 1_000_000) }
        switch target.prefix(while: { $0 != "?" }) {
        case "/user": return user
        case "/bomb": return bomb
        case "/text": return Self.large("\"" + String(repeating: "text ", count: 200) + "\"")
        case "/people": return Self.large(People.json(7))
        default: return nothing
        }
    }
}

private func framed(_ body: String) -> [UInt8] {
    let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nServer: bench\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n"
    return Array(head.utf8) + Array(body.utf8)
}

/// Bits as deflate packs them, the lowest first; codes are given with theirs turned round.
private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var last: UInt32 = 0
    private var count = 0

    mutating func append(_ values: [UInt32], widths: [Int]) {
        for (value, width) in zip(values, widths) {
            last |= value << UInt32(count)
            count += width
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: last))
                last >>= 8
                count -= 8
            }
        }
    }
}
