/// A cold `async` call with one typed result.
public struct Single<Value: Sendable, Failure: Error>: Sendable {
    /// What the call is named in a status line, an error and a timeline.
    public let label: String
    let work: @Sendable () async throws(Failure) -> Value

    /// Describes a call; nothing runs yet.
    public init(
        _ label: String = #function, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.label = label
        self.work = work
    }

    /// Runs the call and waits for its result.
    public func value() async throws(Failure) -> Value { try await work() }
}
