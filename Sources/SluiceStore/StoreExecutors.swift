import Dispatch

/// A thread of its own for the writer: a wait for the disk or for another process blocks no task.
final class WriterExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sluice.store.writer")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// Threads for long reads, beside the few that all tasks share.
///
/// Each piece of work has a serial queue of its own, for which Dispatch always finds a thread. Those of
/// a concurrent queue come from the few that run tasks: two long reads held up everything for seconds.
final class BackgroundExecutor: TaskExecutor {
    private static let shared = BackgroundExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue(label: "sluice.store.reader").async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }

    /// Runs `body`, in the caller's task, on one of the threads.
    @concurrent static func run<T: Sendable>(
        _ body: @Sendable () throws(StoreError) -> T
    ) async throws(StoreError) -> T {
        try await withTaskExecutorPreference(shared) { () async throws(StoreError) in try body() }
    }
}
