/// A call between its trigger and its end, as its trackers and its test see it.
@MainActor @usableFromInline
class OpenCall: TurnItem {
    @usableFromInline let account: CallAccount?
    private let ledgers: [ActivityLedger]
    private var entries: [Int] = []

    /// Opens an entry in each tracker, and in the ledger of the test if there is one.
    @usableFromInline
    init(_ label: String, ledgers: [ActivityLedger], account: CallAccount?) {
        self.ledgers = ledgers
        self.account = account
        super.init()
        for ledger in ledgers { entries.append(ledger.open(label)) }
    }

    /// Closes the entries inside the turn that is under way; does nothing the second time.
    @usableFromInline
    func close() {
        for (ledger, entry) in zip(ledgers, entries) { ledger.close(entry) }
        entries = []
    }

    /// Closes the entries in a turn of its own.
    @usableFromInline
    func closeInTurn() { TurnQueue.shared.perform { self.close() } }

    func report(_ progress: CallProgress) {
        for (ledger, entry) in zip(ledgers, entries) { ledger.report(progress, for: entry) }
    }
}
