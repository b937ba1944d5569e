import SluiceFlow
import SluiceStore

/// Notes in a file of their own: an app's table, kept by SluiceStore.
struct Notes {
    private let store: Store
    private let forecasts: Cache<Forecast>

    /// What the weather will be like: a value that is kept for an hour.
    struct Forecast: Codable, Sendable {
        var text: String
    }

    /// The steps of the file's layout, in order; one that was released is never edited.
    private static let migrations = [
        Migration(
            version: 1,
            sql: """
                CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, stars INTEGER) STRICT;
                PRAGMA application_id = 1313821765;
                PRAGMA user_version = 1;
                """),
        Migration(version: 2, sql: Cache<Forecast>.table, "PRAGMA user_version = 2;"),
    ]

    init(_ location: StoreLocation) throws(StoreError) {
        store = try Store.openOrReplace(
            location, migrations: Self.migrations,
            options: StoreOptions(applicationID: 1_313_821_765))
        forecasts = Cache(
            store, named: "forecast", limits: CacheLimits(age: 3_600_000, bytes: 1 << 20))
    }

    /// What a person should be told of the file; mostly nothing.
    var notices: [String] { store.notices.map(\.message) }

    func add(_ text: String, stars: Int?) async throws(StoreError) {
        try await store.write { db throws(StoreError) in
            try db.run("INSERT INTO note (text, stars) VALUES (?1, ?2)", text, stars)
        }
    }

    func texts(stars: Int) throws(StoreError) -> [String] {
        try store.read { db throws(StoreError) in
            var texts: [String] = []
            try db.each("SELECT text FROM note WHERE stars >= ?1 ORDER BY id", stars) { row in
                texts.append(row.text(0))
            }
            return texts
        }
    }

    /// Emits how many notes there are, now and after each change, whoever made it.
    @MainActor
    func count(on clock: any Clock<Duration>) -> Signal<Result<Int64, StoreError>> {
        store.observe(on: clock) { db throws(StoreError) in
            try db.first("SELECT count(*) FROM note") { $0.integer(0) } ?? 0
        }
    }

    /// The forecast for a place, asked for again when the kept one is an hour old.
    func forecast(
        for place: String, now: Int64, asking ask: () async -> Forecast
    ) async throws(StoreError) -> Forecast {
        if let kept = try forecasts.value(for: place, now: now) { return kept.value }
        let forecast = await ask()
        try await forecasts.keep(forecast, for: place, now: now)
        return forecast
    }

    func close() async throws(StoreError) { try await store.close() }
}
