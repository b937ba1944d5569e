public import SluiceFlow

extension Store {
    /// Emits what `read` gives: at the start, and after each change that makes it different, whoever made it.
    ///
    /// `read` runs off the main actor, in one state of the file, after every change of anything in it:
    /// so it should be short. A failure is emitted once, and looking goes on; two changes between two
    /// looks are one. It ends when neither the signal nor a subscription to it is kept.
    ///
    /// ```swift
    /// let count = store.observe(on: clock) { db throws(StoreError) in
    ///     try db.first("SELECT count(*) FROM note") { $0.integer(0) } }
    /// ```
    @MainActor
    public func observe<Value: Sendable & Equatable>(
        every interval: Duration = .milliseconds(200), on clock: any Clock<Duration>,
        _ read: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) -> Signal<Result<Value, StoreError>> {
        let observation = Observation(self, every: interval, on: clock, read)
        return Signal(AsyncStream { await observation.next() })
    }
}

/// The values of one observation, each different from the one before.
private actor Observation<Value: Sendable & Equatable> {
    private let store: Store
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let read: @Sendable (Connection) throws(StoreError) -> Value
    private var watch: StoreWatch?
    private var latest: Result<Value, StoreError>?

    init(
        _ store: Store, every interval: Duration, on clock: any Clock<Duration>,
        _ read: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) {
        self.store = store
        self.interval = interval
        self.clock = clock
        self.read = read
    }

    /// The next value that differs; nil in a cancelled task.
    func next() async -> Result<Value, StoreError>? {
        while !Task.isCancelled {
            let result = await look()
            if Task.isCancelled { return nil }
            if result != latest {
                latest = result
                return result
            }
            // What fails at once would be tried at once for ever. A cancelled sleep ends the loop.
            if case .failure = result { try? await clock.sleep(for: interval) }
        }
        return nil
    }

    private func look() async -> Result<Value, StoreError> {
        do throws(StoreError) {
            if let watch {
                try await watch.change()
            } else {
                // Before the first read, so that no change falls between the two.
                watch = try store.watch(every: interval, on: clock)
            }
            return .success(try await store.backgroundSnapshot(read))
        } catch {
            return .failure(error)
        }
    }
}
