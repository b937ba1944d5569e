public import SluiceFlow

extension CallTrackers {
    /// Records what all view models have in common: the giving up, whether a call is open, failures.
    ///
    /// - Parameter isAside: whether what runs now is no call of a view model's, and isn't recorded.
    /// - Returns: the giving up, for the view models' inputs.
    public func record(
        _ cancel: PublishRelay<Void>, in recording: any TimelineRecording,
        isAside: @escaping @MainActor () -> Bool = { false }
    ) -> Signal<Void> {
        let giveUp = recording.input("cancel", cancel) { _ in () }
        recording.output("isBusy", activity.isActive.filter { _ in !isAside() })
        // Without the number of an error, which counts those of other calls too.
        recording.output(
            "error",
            errors.errors.filter { _ in !isAside() }.map {
                RecordedFailure(error: $0.error, label: $0.label)
            })
        return giveUp
    }
}

/// A failure as it stands in a recording.
private struct RecordedFailure: TimelineText {
    let error: any Error
    let label: String

    var timelineText: String {
        guard let error = error as? any PresentableError else { return "in \(label)" }
        let hint = error.hint.map { " \(InputWords.quote($0))" } ?? ""
        return "\(error.code) \(InputWords.quote(error.message))\(hint) in \(label)"
    }
}
