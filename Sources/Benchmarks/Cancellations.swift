import Glibc
import SluiceHTTP

/// Cancels many requests, each batch at another moment of its life, and says what is left of them.
enum Cancellations {
    /// Prints descriptors, threads and how many requests were cancelled: before, and after 1,000 batches of 100.
    static func run(good: String, silent: String) async throws {
        // A hundred thousand transfers are much work, and nothing here depends on time.
        _ = nice(10)
        guard let good = HTTPURL(good), let silent = HTTPURL(silent) else { exit(2) }
        let transport = CurlTransport()
        func settle() async throws(RequestError) {
            // An answer after the cancellations: by then the thread has dropped all of them.
            for _ in 0..<2 { _ = try await transport.send(HTTPRequest(.get, good)) }
        }
        // So that every thread of the pool and of the transport is there.
        for round in 0..<50 { _ = await batch(round, silent, transport) }
        try await settle()
        print(count("/proc/self/fd"), count("/proc/self/task"), 0)
        var cancelled = 0
        for round in 0..<1_000 { cancelled += await batch(round, silent, transport) }
        try await settle()
        print(count("/proc/self/fd"), count("/proc/self/task"), cancelled)
    }

    private static func batch(
        _ round: Int, _ url: HTTPURL, _ transport: CurlTransport
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do throws(RequestError) {
                        _ = try await transport.send(HTTPRequest(.get, url))
                        return false
                    } catch {
                        return error.errorCode == .cancelled
                    }
                }
            }
            for _ in 0..<round % 8 { await Task.yield() }
            group.cancelAll()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private static func count(_ path: String) -> Int {
        guard let folder = opendir(path) else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
