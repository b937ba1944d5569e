extension Single {
    /// Runs the call again after a failure, at most `times` more times; passes on the last failure.
    ///
    /// - Parameters:
    ///   - times: how many further tries there may be; below 1 is none.
    ///   - clock: what the pauses are measured on.
    ///   - pause: how long to wait before a further try, from its number, the first being 1.
    ///   - isRetried: which failures are tried again; a cancellation never is.
    public func retry<C: Clock>(
        _ times: Int, clock: C,
        pause: @escaping @Sendable (Int) -> Duration = { _ in .zero },
        where isRetried: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) -> Self where C.Duration == Duration {
        let work = work
        return derived { () async throws(Failure) in
            var tried = 0
            while true {
                do throws(Failure) { return try await work() } catch {
                    tried += 1
                    if tried > times || error.isCancellation || !isRetried(error) { throw error }
                    let wait = pause(tried)
                    // A pause that is cancelled leaves the failure that led to it.
                    if wait > .zero, (try? await clock.sleep(for: wait)) == nil { throw error }
                    if Task.isCancelled { throw error }
                }
            }
        }
    }
}
