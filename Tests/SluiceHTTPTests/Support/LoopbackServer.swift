import Glibc
import Synchronization

/// An HTTP server on 127.0.0.1 and a free port that does exactly what a test says, faults included.
///
/// It ends with its last reference: every connection is shut, and every thread joined.
final class LoopbackServer: Sendable {
    /// What happened, in order.
    enum Event: Sendable, Equatable {
        case asked(String)
        case closedByPeer
    }

    typealias Handler = @Sendable (LoopbackRequest) -> LoopbackReply

    let port: Int
    /// What happens, as it happens; for one reader.
    let events: AsyncStream<Event>
    private let shared: Shared
    private let acceptor: pthread_t

    init(_ handler: @escaping Handler) throws {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        let (listener, port) = try Self.listen()
        self.port = port
        shared = Shared(listener: listener, handler: handler, events: continuation)
        acceptor = try startThread { [shared] in shared.accept() }
    }

    deinit {
        shared.stop()
        pthread_join(acceptor, nil)
        shared.joinConnections()
        close(shared.listener)
    }

    /// The base URL.
    var url: String { "http://127.0.0.1:\(port)" }
    /// What it was asked, in order.
    var requests: [LoopbackRequest] { shared.state.withLock { $0.requests } }
    /// How many connections were ever made.
    var connectionCount: Int { shared.state.withLock { $0.connectionCount } }

    /// Waits until only so many connections are open; false when that is not to come.
    ///
    /// Each connection that ends says so; the clients' side must have closed it.
    func isDrained(except count: Int) async -> Bool {
        for await _ in shared.closings where shared.state.withLock({ $0.open.count }) <= count {
            return true
        }
        return false
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw POSIXFault(code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 256) == 0
                    ? getsockname(descriptor, address, &size) : -1
            }
        }
        guard code == 0 else {
            let fault = POSIXFault(code: errno)
            close(descriptor)
            throw fault
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}

struct POSIXFault: Error { var code: Int32 }

/// What the threads of a server share.
private final class Shared: Sendable {
    struct State {
        var isStopped = false
        var requests: [LoopbackRequest] = []
        var open: Set<Int32> = []
        var threads: [pthread_t] = []
        var connectionCount = 0
    }

    let listener: Int32
    let handler: LoopbackServer.Handler
    let events: AsyncStream<LoopbackServer.Event>.Continuation
    let closings: AsyncStream<Void>
    let closed: AsyncStream<Void>.Continuation
    let state = Mutex(State())

    init(
        listener: Int32, handler: @escaping LoopbackServer.Handler,
        events: AsyncStream<LoopbackServer.Event>.Continuation
    ) {
        self.listener = listener
        self.handler = handler
        self.events = events
        (closings, closed) = AsyncStream.makeStream(of: Void.self)
    }

    func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            state.withLock { state in
                state.connectionCount += 1
                guard !state.isStopped,
                    let thread = try? startThread({ [self] in serve(descriptor) })
                else {
                    close(descriptor)
                    return
                }
                state.open.insert(descriptor)
                state.threads.append(thread)
            }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    func joinConnections() {
        for thread in state.withLock({ $0.threads }) { pthread_join(thread, nil) }
        events.finish()
    }

    private func serve(_ descriptor: Int32) {
        var connection = Connection(descriptor: descriptor)
        while let request = connection.readRequest() {
            state.withLock { $0.requests.append(request) }
            events.yield(.asked(request.target))
            guard perform(handler(request), &connection) else { break }
        }
        // Under the lock, so that a number that is in use again is never shut by `stop`.
        state.withLock { state in
            _ = state.open.remove(descriptor)
            close(descriptor)
        }
        closed.yield()
    }

    /// Whether the connection goes on.
    private func perform(_ reply: LoopbackReply, _ connection: inout Connection) -> Bool {
        for step in reply.steps {
            switch step {
            case .send(let bytes): guard connection.send(bytes) else { return false }
            case .flood(let bytes, let times):
                for _ in 0..<times where !connection.send(bytes) {
                    events.yield(.closedByPeer)
                    return false
                }
            case .hold:
                connection.waitForEnd()
                events.yield(.closedByPeer)
                return false
            case .close: return false
            }
        }
        return true
    }
}

/// One connection's bytes.
private struct Connection {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    mutating func readRequest() -> LoopbackRequest? {
        let blank = Array("\r\n\r\n".utf8)
        var end: Int?
        while end == nil {
            end = (0..<max(0, buffer.count - 3)).first { buffer[$0..<$0 + 4].elementsEqual(blank) }
            if end == nil, !fill() { return nil }
        }
        guard let end else { return nil }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
            .map(String.init)
        buffer.removeFirst(end + 4)
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count >= 2 else { return nil }
        var request = LoopbackRequest(
            method: words[0], target: words[1], lines: Array(lines.dropFirst()), body: [])
        let length = request.field("Content-Length").flatMap { Int($0) } ?? 0
        while buffer.count < length { guard fill() else { return nil } }
        request.body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return request
    }

    mutating func waitForEnd() {
        while fill() { buffer = [] }
    }

    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    descriptor, UnsafeRawBufferPointer(rebasing: raw[sent...]).baseAddress,
                    bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private mutating func fill() -> Bool {
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &part, part.count, 0)
        guard count > 0 else { return false }
        buffer += part[..<count]
        return true
    }
}

/// Runs a body on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let code = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        throw POSIXFault(code: code)
    }
    return thread
}
