extension Flow {
    /// Emits the events after the first `count` from when it is made; a count below 1 skips none.
    public func skip(_ count: Int) -> Self {
        var left = max(0, count)
        return stage { element, hub in
            if left > 0 { left -= 1 } else { hub.deliver(element) }
        }
    }
}
