extension Flow where Element: Sendable {
    /// Emits an event when `quiet` has passed on `clock` without another one.
    ///
    /// A time of zero or less emits each event at once. When the source completes, an event that
    /// waits is still emitted at its time.
    public func debounce<C: Clock>(for quiet: Duration, clock: C) -> Signal<Element>
    where C.Duration == Duration {
        calls(.latest) { element in
            .waiting("debounce", until: clock.now.advanced(by: quiet), clock, then: element)
        }
    }
}

extension Single where Failure == Never {
    /// A call that only waits: for the time operators. One that is cancelled has no outcome anyway.
    static func waiting<C: Clock>(
        _ label: String, until deadline: C.Instant, _ clock: C, then value: Value
    ) -> Single<Value, Never> {
        Single(label) {
            try? await clock.sleep(until: deadline, tolerance: nil)
            return value
        }
    }
}
