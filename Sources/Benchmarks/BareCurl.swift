import CCurl
import Glibc
import Synchronization

/// libcurl's multi interface on one thread, bridged to `async`: what the pipeline is compared with.
///
/// It does what no bridge can leave out: hands a URL over, wakes the thread, gathers the body, and
/// resumes the caller. No headers, limits, cancellation or errors. Connections and handles
/// are kept.
final class BareCurl: Sendable {
    private final class Transfer {
        let url: String
        let continuation: CheckedContinuation<[UInt8], Never>
        var body: [UInt8] = []

        init(_ url: String, _ continuation: CheckedContinuation<[UInt8], Never>) {
            self.url = url
            self.continuation = continuation
        }
    }

    private struct Inbox: @unchecked Sendable {  // a transfer is its taker's alone
        var transfers: [Transfer] = []
        var isStopped = false
    }

    private nonisolated(unsafe) let multi: OpaquePointer  // elsewhere only to wake it: thread-safe
    private let inbox = Mutex(Inbox())

    init() throws {
        guard ccurl_load() == nil, let multi = ccurl_multi_init() else {
            throw Child.Failure("libcurl can't be loaded", 0)
        }
        self.multi = multi
        startThread { [self] in run() }
    }

    /// Ends the thread.
    func stop() {
        inbox.withLock { $0.isStopped = true }
        ccurl_multi_wakeup(multi)
    }

    /// Fetches a body.
    func get(_ url: String) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            let transfer = Unmanaged.passRetained(Transfer(url, continuation))
            let address = UInt(bitPattern: transfer.toOpaque())
            inbox.withLock { inbox in
                guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
                inbox.transfers.append(
                    Unmanaged<Transfer>.fromOpaque(pointer).takeRetainedValue())
            }
            ccurl_multi_wakeup(multi)
        }
    }

    private func run() {
        var idle: [OpaquePointer] = []
        var running: [OpaquePointer: Transfer] = [:]
        while true {
            let (transfers, isStopped) = inbox.withLock { inbox in
                defer { inbox.transfers = [] }
                return (inbox.transfers, inbox.isStopped)
            }
            if isStopped { break }
            for transfer in transfers {
                guard let easy = idle.popLast() ?? ccurl_easy_init() else { continue }
                running[easy] = transfer
                begin(transfer, easy)
            }
            ccurl_multi_perform(multi)
            var code: Int32 = 0
            while let easy = ccurl_multi_next_done(multi, &code) {
                ccurl_multi_remove(multi, easy)
                idle.append(easy)
                guard let transfer = running.removeValue(forKey: easy) else { continue }
                transfer.continuation.resume(returning: transfer.body)
            }
            ccurl_multi_poll(multi, 60_000)
        }
        for easy in idle + Array(running.keys) { ccurl_easy_cleanup(easy) }
        ccurl_multi_cleanup(multi)
    }

    private func begin(_ transfer: Transfer, _ easy: OpaquePointer) {
        ccurl_easy_reset(easy)
        _ = ccurl_set_string(easy, CCURLOPT_URL, transfer.url)
        _ = ccurl_set_long(easy, CCURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_string(easy, CCURLOPT_PROXY, "")
        _ = ccurl_set_pointer(
            easy, CCURLOPT_WRITEDATA, Unmanaged.passUnretained(transfer).toOpaque())
        _ = ccurl_set_callback(easy, CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            transfer.body.append(
                contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        ccurl_multi_add(multi, easy)
    }
}
