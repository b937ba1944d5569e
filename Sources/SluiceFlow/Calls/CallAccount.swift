/// The book-keeping of running calls that virtual time needs; there is none outside of tests.
///
/// A ledger is bound to a test's task and inherited by every call that starts in it. It learns when
/// a call opens, enters its work, stands in a wait of ours, and has ended; and it may
/// hold a call whose work is done, so that calls are let through one at a time.
@MainActor
package protocol CallLedger: AnyObject, Sendable {
    /// A call was triggered; it counts as running from here.
    func opened(_ label: String) -> Int
    /// The call's work begins, in the task with this identity.
    func entered(_ call: Int, task: Int)
    /// The call stands in a wait of ours, or no longer does.
    func waiting(_ call: Int, _ isWaiting: Bool)
    /// The task of the waiting call was cancelled, on any thread: its wait has to unwind.
    nonisolated func waitCancelled(_ call: Int)
    /// A part of the waiting call is done, and its result handed to it; or the call has taken one.
    func handedOver(_ call: Int, _ isTaken: Bool)
    /// The call's work is done; returns when its outcome may be delivered.
    func held(_ call: Int) async
    /// The call's outcome is delivered, or its task has unwound.
    func ended(_ call: Int)
}

/// One call's entry in the ledger of its test.
@usableFromInline
package struct CallAccount: Sendable {
    /// The ledger of the test that this code runs in.
    @TaskLocal package static var ledger: (any CallLedger)?

    private let ledger: any CallLedger
    package let call: Int

    @MainActor @usableFromInline
    static func open(_ label: String) -> CallAccount? {
        guard let ledger else { return nil }
        return CallAccount(ledger: ledger, call: ledger.opened(label))
    }

    /// The account of the call whose own work this is; nil in a task that the call didn't start.
    package static var current: CallAccount? { CallScope.current?.account }

    @MainActor @usableFromInline
    func entered() {
        ledger.entered(call, task: Self.taskIdentity)
    }
    @MainActor @usableFromInline
    func ended() { ledger.ended(call) }
    @MainActor func handedOver() { ledger.handedOver(call, false) }
    @MainActor func took() { ledger.handedOver(call, true) }
    @MainActor @usableFromInline
    func held() async { await ledger.held(call) }

    /// Runs a wait of ours, in which the call of this task counts as quiet until it is cancelled.
    package static func wait<Value: Sendable, Failure: Error>(
        _ wait: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let account = current else { return try await wait() }
        await account.ledger.waiting(account.call, true)
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            do throws(Failure) { return .success(try await wait()) } catch {
                return .failure(error)
            }
        } onCancel: {
            account.ledger.waitCancelled(account.call)
        }
        await account.ledger.waiting(account.call, false)
        return try result.get()
    }

    /// A number that tells tasks apart while they live; 0 outside of a task.
    package static var taskIdentity: Int {
        withUnsafeCurrentTask { task in task?.hashValue ?? 0 }
    }
}
