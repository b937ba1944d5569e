import Dispatch

/// A thread's worth of work of its own for the writer: a wait for the disk or for another process blocks no task.
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
