public import SluiceFlow

/// The pair of trackers that the calls of one or several view models share.
///
/// Hand one pair to all view models of a front, and it binds "busy" and "errors" once.
@MainActor
public struct CallTrackers {
    /// Counts the open calls.
    public let activity: ActivityTracker
    /// Emits each failure once.
    public let errors: ErrorTracker

    /// Makes a pair; without arguments, a new one.
    public init(
        activity: ActivityTracker = ActivityTracker(), errors: ErrorTracker = ErrorTracker()
    ) {
        self.activity = activity
        self.errors = errors
    }
}
