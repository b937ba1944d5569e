/// Who or what isn't in the cache, for somebody who asked it alone.
struct Missing: Sendable {
    var text: String
    /// What to do next.
    var hint: String

    init(
        _ text: String = "Nobody of this directory is in the cache",
        hint: String = "Ask again online, or fetch everyone with `sluice sync` first."
    ) {
        (self.text, self.hint) = (text, hint)
    }
}
