import CCurl
import Synchronization
import Testing

@testable import SluiceHTTP

/// The turns of the thread that waits for sockets, and of those that only begin a request.
@Suite struct CurlWorkerTests {
    /// A worker without a thread: the test takes its turns.
    private final class Bench {
        let mailbox = CurlMailbox()
        let watch: SocketWatch
        let worker: CurlWorker
        var results: [Result<HTTPResponse, RequestError>] = []

        init(_ options: CurlTransport.Options = CurlTransport.Options()) throws {
            #expect(ccurl_load() == nil)
            watch = try #require(SocketWatch())
            worker = CurlWorker(
                try #require(ccurl_multi_init()), mailbox, watch, options)
        }

        func post(
            _ url: String, limits: Limits = .patient, hooks: TransferHooks = TransferHooks()
        ) throws {
            let request = HTTPRequest(.get, try #require(HTTPURL(url)))
            mailbox.post(
                .start(
                    CurlJob(
                        id: mailbox.nextID(), request: request, hooks: hooks, limits: limits,
                        started: .monotonicNow, done: { _ in })))
        }

        /// Whether a guest finds no more to do than it may.
        func takesGuestTurn() -> Bool {
            guard let ended = worker.guestTurn() else { return false }
            results += ended.map(\.result)
            return true
        }

        /// Takes turns until so many requests have ended; gives how many turns that took.
        ///
        /// `longest` is how many milliseconds the worker may want to wait for.
        func turns(until count: Int, longest: Int32 = .max) -> Int {
            var events = [cwatch_event](repeating: cwatch_event(), count: 64)
            var (ready, turns) = (0, 0)
            while results.count < count {
                turns += 1
                let turn = worker.turn(events[..<ready])
                results += turn.ended.map(\.result)
                if results.count < count {
                    guard turn.pause <= longest else {
                        Issue.record("a wait of \(turn.pause) ms for the end of \(results)")
                        return turns
                    }
                    ready = watch.wait(milliseconds: turn.pause, &events)
                }
            }
            return turns
        }
    }

    /// A timer that libcurl has no other after was once looked at each millisecond, for ever.
    @Test func `a request that outlasts its connect limit has the thread sleep`() throws {
        let (silent, bench) = (try SilentListener(), try Bench())
        try bench.post(
            "http://127.0.0.1:\(silent.port)/",
            limits: Limits(
                connect: .milliseconds(20), idle: .seconds(60), total: .milliseconds(400)))
        #expect(bench.turns(until: 1) < 40)
        #expect(throws: RequestError.self) { try bench.results[0].get() }
        // Nor does it go on afterwards.
        #expect(bench.worker.turn([]).pause == -1)
    }

    @Test func `who waits for room is begun when a request is given up`() async throws {
        let silent = try SilentListener()
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let bench = try Bench(CurlTransport.Options(maxConcurrent: 1))
        var limits = Limits.patient
        limits.idle = .milliseconds(60)
        for _ in 0..<3 {
            try bench.post("http://127.0.0.1:\(silent.port)/", limits: limits)
        }
        try bench.post(server.url)
        // All have 300 s, and connecting 60: who isn't begun is looked at when its time is over.
        _ = bench.turns(until: 4, longest: 100_000)
        #expect(bench.results.map { (try? $0.get().status) ?? 0 } == [0, 0, 0, 200])
    }

    @Test func `what was too late to begin takes no room from what isn't`() throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let bench = try Bench(CurlTransport.Options(maxConcurrent: 2))
        for _ in 0..<8 { try bench.post(server.url, limits: Limits(total: .zero)) }
        try bench.post(server.url)
        _ = bench.turns(until: 9)
        #expect(try bench.results[8].get().status == 200)
    }

    @Test func `a guest begins a small request, and leaves the others to the thread`() throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let bench = try Bench()
        try bench.post(server.url)
        #expect(bench.takesGuestTurn())
        #expect(bench.mailbox.isEmpty)
        // Nobody's body is handed on by a guest, whether it waits or is on its way.
        try bench.post(server.url, hooks: TransferHooks(receive: { _ in true }))
        #expect(!bench.takesGuestTurn())
        #expect(!bench.mailbox.isEmpty)
        _ = bench.worker.turn([])
        #expect(bench.mailbox.isEmpty)
        try bench.post(server.url)
        #expect(!bench.takesGuestTurn())
        _ = bench.turns(until: 3)
        try bench.post(server.url)
        #expect(bench.takesGuestTurn())
        // The first over TLS reads the certificates.
        try bench.post("https://127.0.0.1:1/")
        #expect(!bench.takesGuestTurn())
        _ = bench.turns(until: 5)
        #expect(bench.results.filter { (try? $0.get()) == nil }.count == 1)
        bench.mailbox.post(.stop)
        #expect(!bench.takesGuestTurn())
        #expect(bench.worker.turn([]).isLast)
    }

    @Test func `P14: a guest wakes the thread that would sleep past its limit`() throws {
        let (silent, bench) = (try SilentListener(), try Bench())
        #expect(bench.worker.turn([]).pause == -1)
        var limits = Limits.patient
        limits.idle = .seconds(1)
        try bench.post("http://127.0.0.1:\(silent.port)/", limits: limits)
        #expect(bench.takesGuestTurn())
        var events = [cwatch_event](repeating: cwatch_event(), count: 64)
        let count = bench.watch.wait(milliseconds: 0, &events)
        #expect(events[..<count].contains { $0.socket == CCURL_SOCKET_TIMEOUT })
        #expect((0...1_000).contains(bench.worker.turn([]).pause))
    }

    @Test func `a hook may begin a request`() async throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let own = CurlTransport(CurlTransport.Options(limits: .patient))
        let request = HTTPRequest(.get, try #require(HTTPURL(server.url)))
        let (statuses, told) = AsyncStream.makeStream(of: Int.self)
        let hooks = TransferHooks(receive: { _ in
            _ = own.begin(request) { result in
                told.yield((try? result.get().status) ?? 0)
                told.finish()
            }
            return true
        })
        #expect(try await own.send(request, hooks).status == 200)
        for await status in statuses { #expect(status == 200) }
        #expect(server.requests.count == 2)
    }

    /// A server once made a client ask for as much memory as it liked.
    @Test(arguments: [200, 404]) func `P14: no room is made on a server's word alone`(status: Int)
        async throws
    {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("\(status) x", ["Content-Length: 9000000000000000"])
            return LoopbackReply(steps: [.send(head + [0x31]), .close])
        }
        let own = CurlTransport()
        var request = HTTPRequest(.get, try #require(HTTPURL(server.url)))
        request.limits = .patient
        request.limits?.bodyBytes = .max
        let plain = await #expect(throws: RequestError.self) { try await own.send(request) }
        #expect(plain?.errorCode == .badAnswer && plain?.status == status)
        let hooks = TransferHooks(receive: { _ in true })
        let handed = await #expect(throws: RequestError.self) { try await own.send(request, hooks) }
        #expect(handed?.errorCode == (status == 200 ? .badAnswer : .tooLarge))
    }
}
