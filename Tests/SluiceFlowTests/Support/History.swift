import SluiceFlow

/// Everything that several streams emitted, in one order.
@MainActor
final class History {
    private(set) var events: [String] = []
    private var subscriptions: [Subscription] = []

    /// Observes a stream, writing `name value` for each event and `name |` for its end.
    @discardableResult
    func observe<Kind, Element>(
        _ stream: Flow<Kind, Element>, _ name: String = ""
    ) -> Subscription {
        let prefix = name.isEmpty ? "" : name + " "
        let subscription = stream.subscribe { [weak self] in
            self?.note(prefix + timelineText(of: $0))
        } completed: { [weak self] in
            self?.note(prefix + "|")
        }
        subscriptions.append(subscription)
        return subscription
    }

    func note(_ event: String) { events.append(event) }

    /// The events so far, which are forgotten then.
    func take() -> [String] {
        defer { events = [] }
        return events
    }

    func stop() { subscriptions = [] }
}

struct Boom: Error, Equatable { var number = 0 }

/// A call that a test ends by hand: each run waits for its number to be resolved.
actor Gate<Value: Sendable> {
    private var waiting: [Int: CheckedContinuation<Result<Value, Boom>, Never>] = [:]
    private var early: [Int: Result<Value, Boom>] = [:]
    private(set) var started = 0

    func run() async throws(Boom) -> Value {
        started += 1
        let number = started
        if let result = early.removeValue(forKey: number) { return try result.get() }
        let result = await withCheckedContinuation { waiting[number] = $0 }
        return try result.get()
    }

    func resolve(_ number: Int, _ result: Result<Value, Boom>) {
        if let continuation = waiting.removeValue(forKey: number) {
            continuation.resume(returning: result)
        } else {
            early[number] = result
        }
    }
}
