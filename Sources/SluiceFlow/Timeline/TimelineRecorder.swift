/// Writes down every input and output of a view model, in order, with the time of each.
///
/// The result is text made to be read in a diff: see `Timeline`. Record the inputs before the view
/// model connects to them, so that a cause stands before its effects.
@MainActor
public final class TimelineRecorder {
    private let now: @MainActor () -> Duration
    private let bag = DisposeBag()
    private var relays: [AnyObject] = []
    private let onEvent: @MainActor (Timeline.Event) -> Void

    /// What was recorded so far.
    public private(set) var timeline = Timeline()

    /// Makes a recorder that takes the time of each event from `now`, counted from the start.
    ///
    /// `onEvent` is told of each as it is recorded: to keep it in a file, say.
    public init(
        now: @escaping @MainActor () -> Duration,
        onEvent: @escaping @MainActor (Timeline.Event) -> Void = { _ in }
    ) {
        self.now = now
        self.onEvent = onEvent
    }

    /// Records an input, and gives its events for use in a view model's `Input`.
    ///
    /// The relay is kept as long as the recorder, so that when an input completes doesn't depend on
    /// where the compiler sees its last use.
    public func input<Element>(_ name: String, _ relay: PublishRelay<Element>) -> Signal<Element> {
        relays.append(relay)
        observe(relay.signal, as: name, .input)
        return relay.signal
    }

    /// Records one output by name; a driver's latest value is recorded at once.
    public func output<Kind, Element>(_ name: String, _ source: Flow<Kind, Element>) {
        observe(source, as: name, .output)
    }

    /// Records every stream of a view model's `Output`, by the names of its properties.
    public func outputs(of output: some Any) {
        for child in Mirror(reflecting: output).children {
            if let name = child.label, let stream = child.value as? any RecordableStream {
                stream.record(as: name, in: self)
            }
        }
    }

    private func observe<Kind, Element>(
        _ source: Flow<Kind, Element>, as name: String, _ role: Timeline.Role
    ) {
        source.subscribe { [weak self] element in
            self?.add(role, name, timelineText(of: element))
        } completed: { [weak self] in
            self?.add(role, name, "completed")
        }
        .disposed(by: bag)
    }

    /// Adds an event that no stream emits.
    package func add(_ role: Timeline.Role, _ name: String, _ text: String) {
        let event = Timeline.Event(time: now(), role: role, name: name, text: text.onOneLine)
        timeline.events.append(event)
        onEvent(event)
    }
}

/// A stream that a recorder finds in an `Output` by reflection.
@MainActor
protocol RecordableStream {
    func record(as name: String, in recorder: TimelineRecorder)
}

extension Flow: RecordableStream {
    func record(as name: String, in recorder: TimelineRecorder) { recorder.output(name, self) }
}
