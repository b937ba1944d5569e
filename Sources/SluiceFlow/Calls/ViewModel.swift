/// A screen's logic: inputs in, outputs out, and nothing of how they are drawn.
///
/// `Input` and `Output` are structs of streams; an input's doc says "Send when…", an output's
/// "Emits…". A view model reaches no bytes, rows or terminal: it imports none of them.
@MainActor
public protocol ViewModel {
    /// What a person does.
    associatedtype Input
    /// What a person sees.
    associatedtype Output
    /// Connects the outputs to the inputs. They work as long as the outputs or observers of them live.
    func transform(_ input: Input) -> Output
}
