import CCurl

/// The thread's own side: drives libcurl's multi interface until it is told to stop.
///
/// Everything here runs on that one thread.
final class CurlWorker {
    private let mailbox: CurlMailbox
    private let options: CurlTransport.Options
    private let multi: OpaquePointer
    private var running: [UInt64: CurlTransfer] = [:]
    /// Requests beyond the number that may run at once, in order.
    private var waiting: [CurlJob] = []
    /// Easy handles at rest; a new one costs more than a cleared one.
    private var handles: [CurlHandle] = []
    /// No request can be late before this: idle for too long, or waiting for too long.
    private var nextCheck = Moment.never

    init(_ mailbox: CurlMailbox, _ options: CurlTransport.Options) {
        self.mailbox = mailbox
        self.options = options
        multi = mailbox.multi
        _ = ccurl_multi_set_long(multi, CCURLMOPT_MAXCONNECTS, 16)
    }

    func run() {
        while takeMessages() {
            repeat {
                admitWaiting()
                ccurl_multi_perform(multi)
            } while finishDone()
            let now = Moment.monotonicNow
            if now >= nextCheck { dropLate(now) }
            let pause = nextCheck == .never ? 60_000 : now.milliseconds(until: nextCheck)
            ccurl_multi_poll(multi, Int32(clamping: min(pause, 60_000)))
        }
        for transfer in running.values { drop(transfer, .cancelled(transfer.job.request)) }
        for job in waiting { job.fail(.cancelled(job.request)) }
        running = [:]
        handles = []
        ccurl_multi_cleanup(multi)
    }

    /// Does what the messages say; false when one says to stop.
    private func takeMessages() -> Bool {
        for message in mailbox.take() {
            switch message {
            case .start(let job):
                waiting.append(job)
                nextCheck = min(nextCheck, job.deadline)
            case .cancel(let id): cancel(id)
            case .stop: return false
            }
        }
        return true
    }

    private func cancel(_ id: UInt64) {
        if let transfer = running.removeValue(forKey: id) {
            drop(transfer, .cancelled(transfer.job.request))
        } else if let index = waiting.firstIndex(where: { $0.id == id }) {
            let job = waiting.remove(at: index)
            job.fail(.cancelled(job.request))
        }
    }

    private func admitWaiting() {
        guard !waiting.isEmpty, running.count < options.maxConcurrent else { return }
        let count = min(waiting.count, options.maxConcurrent - running.count)
        for job in waiting.prefix(count) { admit(job) }
        waiting.removeFirst(count)
    }

    private func admit(_ job: CurlJob) {
        let now = Moment.monotonicNow
        guard job.deadline > now else { return job.fail(job.waitError) }
        guard let handle = handles.popLast() ?? CurlHandle() else {
            return job.fail(RequestError(.setup, request: job.request, detail: "no memory"))
        }
        let transfer = CurlTransfer(job, handle, now)
        transfer.configure(options, millisecondsLeft: now.milliseconds(until: job.deadline))
        running[job.id] = transfer
        nextCheck = min(nextCheck, now + job.limits.idle)
        ccurl_multi_add(multi, handle.easy)
    }

    /// Answers each transfer that has ended; whether there was one, which may have made room.
    private func finishDone() -> Bool {
        var isAny = false
        var code: Int32 = 0
        while let easy = ccurl_multi_next_done(multi, &code) {
            isAny = true
            guard let context = ccurl_info_pointer(easy, CCURLINFO_PRIVATE) else { continue }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            running[transfer.job.id] = nil
            let result = transfer.finish(code)
            release(transfer)
            transfer.job.done(result)
        }
        return isAny && !waiting.isEmpty
    }

    /// Ends what has moved no byte, or has waited, for too long, and says when to look again.
    private func dropLate(_ now: Moment) {
        nextCheck = .never
        for (id, transfer) in running {
            let end = transfer.idleDeadline(now)
            if end > now {
                nextCheck = min(nextCheck, end)
            } else {
                running[id] = nil
                drop(transfer, transfer.idleError)
            }
        }
        for job in waiting where job.deadline <= now { job.fail(job.waitError) }
        waiting.removeAll { $0.deadline <= now }
        nextCheck = waiting.reduce(nextCheck) { min($0, $1.deadline) }
    }

    private func drop(_ transfer: CurlTransfer, _ error: RequestError) {
        release(transfer)
        transfer.job.fail(error)
    }

    /// Takes a transfer's handle back; a connection in the middle of an answer is closed by that.
    private func release(_ transfer: CurlTransfer) {
        ccurl_multi_remove(multi, transfer.handle.easy)
        transfer.handle.reset(wasPlain: transfer.isPlain)
        if handles.count < 32 { handles.append(transfer.handle) }
    }
}

extension CurlJob {
    /// When its time is over, whether it has begun or not.
    fileprivate var deadline: Moment { started + limits.total }

    /// The error of a request that never began.
    fileprivate var waitError: RequestError {
        RequestError(
            .timedOut, request: request,
            detail: "no connection was free within \(limits.total.shortDescription)")
    }

    fileprivate func fail(_ error: RequestError) { done(.failure(error)) }
}
