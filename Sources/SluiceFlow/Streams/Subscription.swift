/// The handle of something that goes on until it is disposed of: an observer, or a running call.
///
/// Dropping the last reference disposes, so that nothing outlives its owner by accident; keep it in
/// a `DisposeBag`. Disposing twice does nothing the second time.
@MainActor
public final class Subscription {
    private var action: (@MainActor () -> Void)?

    /// Makes a handle that runs `action` once, when it is disposed of or dropped.
    public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    /// Stops what this stands for: no event arrives afterwards, and a running call is cancelled.
    public func dispose() {
        guard let action else { return }
        self.action = nil
        action()
    }

    /// Keeps this until `bag` is emptied or goes away.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }

    isolated deinit { action?() }
}

/// Owns subscriptions, and disposes of all of them when it goes away.
@MainActor
public final class DisposeBag {
    private var subscriptions: [Subscription] = []

    /// Makes an empty bag.
    public init() {}

    /// Keeps `subscription` until the bag is emptied or goes away.
    public func insert(_ subscription: Subscription) { subscriptions.append(subscription) }

    /// Disposes of everything in the bag now; the bag can be used again.
    public func dispose() {
        let all = subscriptions
        subscriptions = []
        for subscription in all { subscription.dispose() }
    }

    isolated deinit { for subscription in subscriptions { subscription.dispose() } }
}
