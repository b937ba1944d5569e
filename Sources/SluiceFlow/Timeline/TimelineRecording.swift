/// What view models are connected through so that a session can be recorded, and played again.
///
/// A `TimelineRecorder` writes inputs and outputs down as they come; a replay sends the inputs of a
/// recording. A front that connects its view models through this is connected in both alike.
@MainActor
public protocol TimelineRecording: AnyObject {
    /// Gives an input's events for a view model's `Input`; keeps the relay.
    ///
    /// - Parameter reading: makes an element of its text in a timeline again; nil is a text that it
    ///   can't be.
    func input<Element>(
        _ name: String, _ relay: PublishRelay<Element>,
        _ reading: @escaping @MainActor (String) -> Element?
    ) -> Signal<Element>
    /// Records one output by name; a driver's latest value is recorded at once.
    func output<Kind, Element>(_ name: String, _ source: Flow<Kind, Element>)
}

extension TimelineRecorder: TimelineRecording {
    /// Records an input; what is only written down is never read.
    public func input<Element>(
        _ name: String, _ relay: PublishRelay<Element>,
        _ reading: @escaping @MainActor (String) -> Element?
    ) -> Signal<Element> {
        input(name, relay)
    }
}
