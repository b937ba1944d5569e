@testable import SluiceCLI

/// A pager that keeps what it was to show, or one that can't be started.
struct RecordingPager: Paging {
    var shown = RecordingSink()
    var works = true

    func show(_ text: String) async -> Bool {
        try? shown.write(text)
        return works
    }
}
