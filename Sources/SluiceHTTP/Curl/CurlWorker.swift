import CCurl

/// The transfers of a transport: drives libcurl's multi interface, a turn at a time.
///
/// It belongs to one thread at a time, and never waits. Who is told of an outcome is told once the
/// worker is free again, since that may lead to the next request.
final class CurlWorker {
    /// What came of a turn.
    struct Turn {
        /// The transfers that have ended.
        var ended: [CurlOutcome] = []
        /// How many milliseconds may pass until the next turn, if no socket is ready before; -1 for any.
        var pause: Int32 = -1
        /// Whether there is no further turn.
        var isLast = false
    }

    private let multi: OpaquePointer
    private let mailbox: CurlMailbox
    private let watch: SocketWatch
    private let options: CurlTransport.Options
    private var running: [UInt64: CurlTransfer] = [:]
    /// Requests beyond the number that may run at once, in order.
    private var waiting: [CurlJob] = []
    /// Easy handles at rest; a new one costs more than a cleared one.
    private var handles: [CurlHandle] = []
    private var ended: [CurlOutcome] = []
    private var isStopped = false
    private var isClosed = false
    /// Whether a write may raise SIGPIPE: a TLS library's may, libcurl's own don't.
    private var hasUsedTLS = false
    /// How many requests read files or hand their bodies on: no guest is to do that.
    private var errands = 0
    private var usesSecureProxy: Bool { options.proxy?.hasPrefix("https:") == true }
    /// No request can be late before this: idle for too long, or waiting for too long.
    private var nextCheck = Moment.never
    /// When libcurl wants to look at the time.
    private var timer = Moment.never
    /// How long the transport's own thread waits at most, as it was last told.
    private var wakeUp = Moment.never

    init(
        _ multi: OpaquePointer, _ mailbox: CurlMailbox, _ watch: SocketWatch,
        _ options: CurlTransport.Options
    ) {
        self.multi = multi
        self.mailbox = mailbox
        self.watch = watch
        self.options = options
        // Fewer than run at once, and each that ends would close its connection.
        _ = ccurl_multi_set_long(multi, CCURLMOPT_MAXCONNECTS, max(16, options.maxConcurrent))
        let own = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_on_wish(multi, Self.noteWish, own)
        ccurl_multi_on_timer(multi, Self.noteTimer, own)
    }

    deinit {
        // Whose thread never ran.
        if !isClosed { ccurl_multi_cleanup(multi) }
    }

    /// Reads the messages, and does what can be done now that some sockets are ready: a turn of the
    /// transport's own thread.
    func turn(_ events: ArraySlice<cwatch_event>) -> Turn {
        defer { ended = [] }
        for event in events where !isStopped && event.socket != CCURL_SOCKET_TIMEOUT {
            _ = ccurl_multi_act(multi, event.socket, event.readiness)
        }
        mailbox.take().forEach(heed)
        let (now, wish) = work()
        // An earlier time is kept until it has come: the next request would have it changed back.
        wakeUp = wakeUp > now ? min(wakeUp, wish) : wish
        let pause = wakeUp == .never ? -1 : Int32(clamping: now.milliseconds(until: wakeUp))
        return Turn(ended: ended, pause: pause, isLast: isStopped)
    }

    /// A turn of another thread, which has requests to begin: what has ended by that.
    ///
    /// It neither waits nor works for others: nil where there is more to do than to begin small
    /// requests, and the transport's own thread is woken for all of it.
    func guestTurn() -> [CurlOutcome]? {
        guard errands == 0, !isStopped, timer > .monotonicNow,
            let messages = mailbox.take(ifAll: { isForGuests($0) })
        else {
            wake(at: .past)
            return nil
        }
        defer { ended = [] }
        let sigpipe = hasUsedTLS ? cwatch_sigpipe_hold() : nil
        messages.forEach(heed)
        let (_, wish) = work()
        if let sigpipe { cwatch_sigpipe_release(sigpipe) }
        wake(at: wish)
        return ended
    }

    /// Whether a message asks for no more than the beginning of a small request.
    ///
    /// The first request over TLS reads the system's certificates.
    private func isForGuests(_ message: CurlMailbox.Message) -> Bool {
        guard case .start(let job) = message else { return false }
        return !job.isErrand && (hasUsedTLS || job.request.url.scheme == "http" && !usesSecureProxy)
    }

    /// Has the transport's own thread come by then, wherever it waits.
    private func wake(at wish: Moment) {
        guard wish < wakeUp else { return }
        wakeUp = wish
        watch.ring()
    }

    /// Does all that is due; when that is over, and when there is more to do.
    private func work() -> (now: Moment, wish: Moment) {
        var now = Moment.monotonicNow
        guard !isStopped else {
            close()
            return (now, .never)
        }
        act(&now)
        if now >= nextCheck { dropLate(now) }
        return (now, hasRoom ? .past : min(timer, nextCheck))
    }

    /// Whether a request waits that could run.
    private var hasRoom: Bool { !waiting.isEmpty && running.count < options.maxConcurrent }

    /// Begins what waits, and has libcurl look at the time, as long as there is anything to do at once.
    private func act(_ now: inout Moment) {
        // More than a few rounds can wait for the next turn, which then comes at once.
        for _ in 0..<4 {
            admitWaiting(now)
            if timer <= now {
                // libcurl tells it anew, if there is any: of no other it is silent.
                timer = .never
                _ = ccurl_multi_act(multi, CCURL_SOCKET_TIMEOUT, 0)
            }
            finishDone()
            now = .monotonicNow
            guard timer <= now || hasRoom else { return }
        }
    }

    private func heed(_ message: CurlMailbox.Message) {
        switch message {
        case .start(let job):
            waiting.append(job)
            if job.isErrand { errands += 1 }
            nextCheck = min(nextCheck, job.deadline)
        case .cancel(let id): cancel(id)
        case .stop: isStopped = true
        }
    }

    private func cancel(_ id: UInt64) {
        if let transfer = running.removeValue(forKey: id) {
            drop(transfer, .cancelled(transfer.job.request))
        } else if let index = waiting.firstIndex(where: { $0.id == id }) {
            let job = waiting.remove(at: index)
            fail(job, .cancelled(job.request))
        }
    }

    private func admitWaiting(_ now: Moment) {
        guard !waiting.isEmpty, running.count < options.maxConcurrent else { return }
        var count = 0
        while count < waiting.count, running.count < options.maxConcurrent {
            admit(waiting[count], now)
            count += 1
        }
        waiting.removeFirst(count)
    }

    private func admit(_ job: CurlJob, _ now: Moment) {
        guard job.deadline > now else { return fail(job, job.waitError) }
        guard let handle = handles.popLast() ?? CurlHandle() else {
            return fail(job, RequestError(.setup, request: job.request, detail: "no memory"))
        }
        let transfer = CurlTransfer(job, handle, now, mostKept: options.limits.bodyBytes)
        transfer.configure(options)
        if transfer.usesTLS { hasUsedTLS = true }
        let code = ccurl_multi_add(multi, handle.easy)
        guard code == 0 else {
            return fail(job, RequestError(.setup, request: job.request, detail: "no memory"))
        }
        running[job.id] = transfer
        nextCheck = min(nextCheck, now + job.limits.idle)
    }

    /// Answers each transfer that has ended.
    private func finishDone() {
        var code: Int32 = 0
        while let easy = ccurl_multi_next_done(multi, &code) {
            guard let context = ccurl_info_pointer(easy, CCURLINFO_PRIVATE) else { continue }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            running[transfer.job.id] = nil
            let result = transfer.finish(code)
            release(transfer, isWhole: code == CCURLE_OK)
            tell(transfer.job, result)
        }
    }

    /// Ends what has moved no byte, or has taken or waited, for too long, and says when to look again.
    private func dropLate(_ now: Moment) {
        nextCheck = .never
        for (id, transfer) in running {
            let idleEnd = transfer.idleDeadline(now)
            let end = min(idleEnd, transfer.job.deadline)
            if end > now {
                nextCheck = min(nextCheck, end)
            } else {
                running[id] = nil
                drop(transfer, idleEnd <= now ? transfer.idleError : transfer.lateError)
            }
        }
        for job in waiting where job.deadline <= now { fail(job, job.waitError) }
        waiting.removeAll { $0.deadline <= now }
        nextCheck = waiting.reduce(nextCheck) { min($0, $1.deadline) }
    }

    /// Ends everything, the connections too: here, where SIGPIPE can't hurt.
    private func close() {
        for transfer in running.values { drop(transfer, .cancelled(transfer.job.request)) }
        for job in waiting { fail(job, .cancelled(job.request)) }
        running = [:]
        waiting = []
        handles = []
        if !isClosed { ccurl_multi_cleanup(multi) }
        isClosed = true
    }

    private func drop(_ transfer: CurlTransfer, _ error: RequestError) {
        release(transfer, isWhole: false)
        fail(transfer.job, error)
    }

    private func fail(_ job: CurlJob, _ error: RequestError) { tell(job, .failure(error)) }

    private func tell(_ job: CurlJob, _ result: Result<HTTPResponse, RequestError>) {
        if job.isErrand { errands -= 1 }
        ended.append(CurlOutcome(done: job.done, result: result))
    }

    /// Takes a transfer's handle back; a connection in the middle of an answer is closed by that.
    private func release(_ transfer: CurlTransfer, isWhole: Bool) {
        ccurl_multi_remove(multi, transfer.handle.easy)
        // libcurl counts in the handle how often a kept connection turned out to be closed, and gives
        // up at the sixth: whatever was not sent over a kept one right away begins with a clean handle.
        let isUsual = isWhole && transfer.isPlain && !transfer.handle.wasConnectedAnew
        transfer.handle.reset(wasPlain: isUsual)
        if handles.count < 32 { handles.append(transfer.handle) }
    }
}

extension CurlWorker {
    private static let noteWish: ccurl_wish_callback = { _, socket, wish, context, _ in
        guard let context else { return -1 }
        let worker = Unmanaged<CurlWorker>.fromOpaque(context).takeUnretainedValue()
        worker.watch.set(socket, to: wish)
        return 0
    }

    private static let noteTimer: ccurl_timer_callback = { _, milliseconds, context in
        guard let context else { return -1 }
        let worker = Unmanaged<CurlWorker>.fromOpaque(context).takeUnretainedValue()
        worker.timer =
            switch milliseconds {
            case ..<0: .never
            case 0: .past
            default: .monotonicNow + .milliseconds(milliseconds)
            }
        return 0
    }
}

/// How a request has ended, and whom to tell: nothing else of it is left by then.
struct CurlOutcome {
    let done: CurlJob.Done
    let result: Result<HTTPResponse, RequestError>

    func tell() { done(result) }
}

extension CurlJob {
    /// When its time is over, whether it has begun or not.
    var deadline: Moment { started + limits.total }

    /// The error of a request that never began.
    fileprivate var waitError: RequestError {
        RequestError(
            .timedOut, request: request,
            detail: "no connection was free within \(limits.total.shortDescription)")
    }
}
