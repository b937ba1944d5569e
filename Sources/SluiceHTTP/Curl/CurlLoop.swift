import CCurl
import Glibc

/// The face of a transport's thread: hands requests over to it, and waits for their answers.
///
/// Owns the thread: it is told to end, and has ended, when the loop is released.
final class CurlLoop: Sendable {
    /// Why there is no loop.
    enum Unavailable: Error {
        case noLibrary(String)
        case noResources

        func asRequestError(_ request: HTTPRequest) -> RequestError {
            switch self {
            case .noLibrary(let reason):
                RequestError(
                    .setup, request: request, detail: "libcurl can't be loaded (\(reason))",
                    hint: "Install the package libcurl4: apt-get install libcurl4")
            case .noResources:
                RequestError(
                    .setup, request: request, detail: "no thread or memory for a connection")
            }
        }
    }

    private let mailbox: CurlMailbox
    private let options: CurlTransport.Options
    private let thread: pthread_t

    init(_ options: CurlTransport.Options) throws(Unavailable) {
        if let reason = ccurl_load() { throw .noLibrary(String(cString: reason)) }
        guard let multi = ccurl_multi_init() else { throw .noResources }
        let mailbox = CurlMailbox(multi)
        let start = Unmanaged.passRetained(Start(mailbox: mailbox, options: options))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            ccurl_multi_cleanup(multi)
            throw .noResources
        }
        self.mailbox = mailbox
        self.options = options
        self.thread = thread
    }

    deinit {
        mailbox.post(.stop)
        // A thread can't wait for itself.
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Runs one request. When its task is cancelled, the thread drops the transfer and answers.
    func run(
        _ request: HTTPRequest, _ hooks: TransferHooks
    ) async throws(RequestError) -> HTTPResponse {
        let id = mailbox.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(id, request, hooks) { continuation.resume(returning: $0) }
                // A cancellation from before the start went unheard; one after it is heard twice.
                if Task.isCancelled { mailbox.post(.cancel(id)) }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
        return try result.get()
    }

    /// Begins one request, and gives what has the thread drop it.
    func begin(
        _ request: HTTPRequest, _ hooks: TransferHooks, _ done: @escaping CurlJob.Done
    ) -> @Sendable () -> Void {
        let id = mailbox.nextID()
        start(id, request, hooks, done)
        return { [mailbox] in mailbox.post(.cancel(id)) }
    }

    private func start(
        _ id: UInt64, _ request: HTTPRequest, _ hooks: TransferHooks, _ done: @escaping CurlJob.Done
    ) {
        mailbox.post(
            .start(
                CurlJob(
                    id: id, request: request, hooks: hooks,
                    limits: request.limits ?? options.limits, started: .monotonicNow, done: done)))
    }

    /// What the thread begins with.
    private final class Start {
        let mailbox: CurlMailbox
        let options: CurlTransport.Options

        init(mailbox: CurlMailbox, options: CurlTransport.Options) {
            self.mailbox = mailbox
            self.options = options
        }

        func run() {
            // Signals are the program's, and a write to a closed TLS connection must not raise SIGPIPE.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            ccurl_name_thread("sluice-curl")
            CurlWorker(mailbox, options).run()
        }
    }
}

/// A request on its way to the thread, and whom to answer.
struct CurlJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let hooks: TransferHooks
    let limits: Limits
    /// When it was handed over; its total limit counts from here.
    let started: Moment
    /// Is told the outcome, once.
    let done: Done

    typealias Done = @Sendable (Result<HTTPResponse, RequestError>) -> Void
}
