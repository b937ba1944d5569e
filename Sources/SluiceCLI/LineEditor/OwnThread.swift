import Dispatch

/// An executor with a thread of its own, for an actor whose calls block: waiting for a key blocks
/// that thread, and neither the main actor nor the shared pool (C6).
final class OwnThread: SerialExecutor {
    // A serial queue of its own always gets a thread, however many others are blocked.
    private let queue: DispatchQueue

    /// Makes an executor; the label is what a debugger shows.
    init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job after those before it.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
