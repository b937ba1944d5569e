import CCurl
import Glibc

/// The face of a transport's transfers: begins requests, and waits for their answers.
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
    private let driver: CurlDriver
    private let options: CurlTransport.Options
    private let thread: pthread_t

    init(_ options: CurlTransport.Options) throws(Unavailable) {
        if let reason = ccurl_load() { throw .noLibrary(String(cString: reason)) }
        let mailbox = CurlMailbox()
        guard let driver = CurlDriver(options, mailbox) else { throw .noResources }
        let context = Unmanaged.passRetained(driver)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                CurlLoop.drive(Unmanaged<CurlDriver>.fromOpaque(context).takeRetainedValue())
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw .noResources
        }
        self.mailbox = mailbox
        self.driver = driver
        self.options = options
        self.thread = thread
    }

    deinit {
        driver.postAndWake(.stop)
        // A thread can't wait for itself.
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// What the thread does.
    private static func drive(_ driver: CurlDriver) {
        // Signals are the program's, and a write to a closed TLS connection must not raise SIGPIPE.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        ccurl_name_thread("sluice-curl")
        driver.run()
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
                if Task.isCancelled { driver.postAndWake(.cancel(id)) }
            }
        } onCancel: {
            driver.postAndWake(.cancel(id))
        }
        return try result.get()
    }

    /// Begins one request, and gives what has the thread drop it.
    func begin(
        _ request: HTTPRequest, _ hooks: TransferHooks, _ done: @escaping CurlJob.Done
    ) -> @Sendable () -> Void {
        let id = mailbox.nextID()
        start(id, request, hooks, done)
        return { [driver] in driver.postAndWake(.cancel(id)) }
    }

    private func start(
        _ id: UInt64, _ request: HTTPRequest, _ hooks: TransferHooks, _ done: @escaping CurlJob.Done
    ) {
        let job = CurlJob(
            id: id, request: request, hooks: hooks, limits: request.limits ?? options.limits,
            started: .monotonicNow, done: done)
        guard !job.isErrand else { return driver.postAndWake(.start(job)) }
        // While it is driven from here it may not be let go of: its end waits for the thread.
        withExtendedLifetime(self) { driver.postAndDrive(.start(job)) }
    }
}

/// A request on its way to the worker, and whom to answer.
struct CurlJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let hooks: TransferHooks
    let limits: Limits
    /// When it was handed over; its total limit counts from here.
    let started: Moment
    /// Is told the outcome, once.
    let done: Done

    /// Whether files are read for it, or its body is handed on: what the transport's thread is for.
    var isErrand: Bool { !hooks.areEmpty || request.upload != nil }

    typealias Done = @Sendable (Result<HTTPResponse, RequestError>) -> Void
}
