extension Flow where Element: Sendable {
    /// Emits each event `time` later on `clock`, in order; a time of zero or less doesn't delay.
    public func delay<C: Clock>(for time: Duration, clock: C) -> Signal<Element>
    where C.Duration == Duration {
        // Each deadline is fixed when its event arrives, so that waiting in line adds nothing.
        map { ($0, clock.now.advanced(by: time)) }.calls(.queue) { element, deadline in
            .waiting("delay", until: deadline, clock, then: element)
        }
    }
}
