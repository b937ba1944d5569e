import CCurl
import Glibc
import Synchronization

/// Lets several threads drive one worker: whoever has something to do, when nobody else is at it.
///
/// The transport's own thread waits for sockets and for time to pass. A thread that has a request
/// begins it itself, so that the other need not be woken: a wake-up costs as much as the request.
/// Who finds the worker taken leaves a message, and whoever has it looks for one before leaving.
final class CurlDriver: Sendable {
    private let mailbox: CurlMailbox
    private let watch: SocketWatch
    private let worker: Mutex<CurlWorker>
    /// The thread that runs `run`; 0 before it does.
    private let ownThread = Atomic<pthread_t>(0)

    /// Makes a driver of no transfers; nil when there are no descriptors or no memory.
    init?(_ options: CurlTransport.Options, _ mailbox: CurlMailbox) {
        guard let watch = SocketWatch(), let multi = ccurl_multi_init() else { return nil }
        self.mailbox = mailbox
        self.watch = watch
        worker = Mutex(CurlWorker(multi, mailbox, watch, options))
    }

    /// Leaves a message, and has it read on this thread or by whoever drives at the moment.
    func postAndDrive(_ message: CurlMailbox.Message) {
        mailbox.post(message)
        // What a hook does on the thread that has the worker is done when its turn is over.
        guard ownThread.load(ordering: .relaxed) != pthread_self() else { return }
        while !mailbox.isEmpty {
            guard let ended = worker.withLockIfAvailable({ $0.guestTurn() }) ?? nil else { return }
            for outcome in ended { outcome.tell() }
        }
    }

    /// Leaves a message for the transport's own thread.
    func postAndWake(_ message: CurlMailbox.Message) {
        mailbox.post(message)
        watch.ring()
    }

    /// What the transport's own thread does, until it is told to stop.
    func run() {
        ownThread.store(pthread_self(), ordering: .relaxed)
        var events = [cwatch_event](repeating: cwatch_event(), count: 64)
        var count = 0
        while true {
            let turn = worker.withLock { $0.turn(events[..<count]) }
            for ended in turn.ended { ended.tell() }
            if turn.isLast { return }
            count = watch.wait(milliseconds: mailbox.isEmpty ? turn.pause : 0, &events)
        }
    }
}
