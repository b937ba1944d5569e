/// Notices that a store's file was changed: by this store, by another in this process, or by another process.
///
/// SQLite counts the changes that a connection didn't make itself (`data_version`,
/// <https://sqlite.org/pragma.html#pragma_data_version>); this has a connection that makes none. To look
/// costs a few microseconds, however large the file is. It tells that something changed, and not what.
///
/// ```swift
/// let watch = try store.watch(on: clock)
/// while true {
///     try await watch.change()
///     // read what is of interest
/// }
/// ```
public actor StoreWatch {
    private let opener: Opener
    private let connection: Connection
    private let interval: Duration
    private let clock: any Clock<Duration>
    private var version: Int64

    init(
        _ opener: Opener, every interval: Duration, on clock: any Clock<Duration>
    ) throws(StoreError) {
        self.opener = opener
        self.interval = interval
        self.clock = clock
        connection = try opener.reader()
        version = try Self.version(of: connection)
    }

    /// Waits until something has changed since this was made, or since the last return of this.
    ///
    /// - Throws: `cancelled`; `vanished` when the file is gone; what SQLite said.
    public func change() async throws(StoreError) {
        while true {
            let now = try Self.version(of: connection)
            if now != version {
                version = now
                return
            }
            try opener.checkPresence()
            do {
                try await clock.sleep(for: interval)
            } catch {
                throw opener.error(.cancelled, "watch")
            }
        }
    }

    private static func version(of connection: Connection) throws(StoreError) -> Int64 {
        try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
    }
}

extension Store {
    /// Watches the file, looking every so often.
    public func watch(
        every interval: Duration = .milliseconds(200), on clock: any Clock<Duration>
    ) throws(StoreError) -> StoreWatch {
        if isClosed { throw opener.error(.closed, "watch") }
        return try StoreWatch(opener, every: interval, on: clock)
    }
}
