import CSQLite

/// A prepared statement; the one owner of its handle.
///
/// Get one from a `Connection`, and use it within the closure that the connection was handed to.
/// Most callers need only `Connection.run`, `first` and `each`; a loop over many rows binds and runs
/// a statement itself, which saves the look-up.
public final class Statement {
    /// The handle. See <https://sqlite.org/c3ref/stmt.html>.
    let handle: OpaquePointer
    private let path: String
    private let counters: StoreCounters
    /// How many values it takes.
    private let parameters: Int
    private var scratch: TextScratch
    private var steps = 0
    /// When it was last asked for, by the count of its cache.
    var lastUse = 0

    /// Prepares a statement for many uses. See <https://sqlite.org/c3ref/prepare.html>.
    init(_ sql: SQL, on connection: Connection) throws(StoreError) {
        var prepared: OpaquePointer?
        var isAlone = true
        let code = sql.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                var rest: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    connection.handle, $0.baseAddress, Int32($0.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &rest)
                if let rest, let start = $0.baseAddress {
                    isAlone = Self.isBlank($0[(rest - start)...])
                }
                return code
            }
        }
        guard code == SQLITE_OK, let prepared else {
            throw StoreError(
                sqlite: code == SQLITE_OK ? SQLITE_MISUSE : code, database: connection.handle,
                attempt: "prepare a statement in", path: connection.path)
        }
        guard isAlone else {
            sqlite3_finalize(prepared)
            throw StoreError(
                .defect, attempt: "prepare a statement in", path: connection.path,
                detail: "there is a second one after it, which would not be run")
        }
        handle = prepared
        parameters = Int(sqlite3_bind_parameter_count(prepared))
        path = connection.path
        counters = connection.counters
        scratch = TextScratch()
        counters.prepared()
    }

    deinit {
        sqlite3_finalize(handle)  // reports the last step's error again, which was thrown then
        scratch.free()
    }

    /// Whether nothing follows a statement but spaces; a comment belongs before it.
    private static func isBlank(_ rest: Slice<UnsafeBufferPointer<CChar>>) -> Bool {
        rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether rows of it are still being read, further out on the stack.
    var isStepping: Bool { sqlite3_stmt_busy(handle) != 0 }

    // MARK: Binding

    /// Binds a text to parameter `index`, from 1. Small texts cost no allocation.
    public func bind(_ text: String, at index: Int32) throws(StoreError) {
        var text = text
        let code = text.withUTF8 { bytes in
            guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            if let kept = scratch.keep(bytes) {
                return sluice_bind_text_static(handle, index, kept, count)
            }
            return bytes.withMemoryRebound(to: CChar.self) {
                sluice_bind_text_copied(handle, index, $0.baseAddress, count)
            }
        }
        try check(code)
    }

    /// Binds bytes, which SQLite copies.
    public func bind(_ bytes: [UInt8], at index: Int32) throws(StoreError) {
        guard let count = Int32(exactly: bytes.count) else { return try check(SQLITE_TOOBIG) }
        // Without an address it would be NULL.
        if count == 0 { return try check(sqlite3_bind_zeroblob(handle, index, 0)) }
        try check(
            bytes.withUnsafeBytes {
                sluice_bind_blob_copied(handle, index, $0.baseAddress, count)
            })
    }

    /// Binds a text or NULL.
    public func bind(_ text: String?, at index: Int32) throws(StoreError) {
        if let text { try bind(text, at: index) } else { try bindNull(at: index) }
    }

    /// Binds an integer.
    public func bind(_ number: Int64, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_int64(handle, index, number))
    }

    /// Binds an integer or NULL.
    public func bind(_ number: Int64?, at index: Int32) throws(StoreError) {
        if let number { try bind(number, at: index) } else { try bindNull(at: index) }
    }

    /// Binds a floating-point number.
    public func bind(_ number: Double, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_double(handle, index, number))
    }

    /// Binds NULL.
    public func bindNull(at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_null(handle, index))
    }

    /// Binds every value; SQLite would take NULL for one that is missing.
    func bind(all values: [any Bindable]) throws(StoreError) {
        guard values.count == parameters else {
            throw StoreError(
                .defect, attempt: "bind values in", path: path,
                detail: "\(values.count) are given, the statement takes \(parameters)")
        }
        var index: Int32 = 1
        for value in values {
            try value.bind(to: self, at: index)
            index += 1
        }
    }

    // MARK: Running

    /// Runs it to its end, drops its rows, and makes it ready for the next values.
    public func run() throws(StoreError) {
        defer { finish() }
        while try step() {}
    }

    /// Runs it and gives the first row to `body`; nil when there is none.
    public func first<T>(_ body: (borrowing Row) throws(StoreError) -> T) throws(StoreError) -> T? {
        defer { finish() }
        guard try step() else { return nil }
        return try body(Row(handle))
    }

    /// Runs it and gives each row to `body`.
    public func each(_ body: (borrowing Row) throws(StoreError) -> Void) throws(StoreError) {
        defer { finish() }
        while try step() { try body(Row(handle)) }
    }

    /// Goes to the next row; false at the end. See <https://sqlite.org/c3ref/step.html>.
    private func step() throws(StoreError) -> Bool {
        steps += 1
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Makes it ready for the next values, and lets go of this run's.
    private func finish() {
        sqlite3_reset(handle)  // reports the last step's error again, which was thrown then
        sqlite3_clear_bindings(handle)
        scratch.clear()
        counters.stepped(steps)
        steps = 0
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> StoreError {
        // A read needs space for what it is told of other processes: only a write finds the disk full.
        let isRead = sqlite3_stmt_readonly(handle) != 0 && code & 0xff != SQLITE_FULL
        let verb = isRead ? "read from" : "write to"
        return StoreError(
            sqlite: code, database: sqlite3_db_handle(handle), attempt: verb, path: path)
    }
}

/// Memory for the texts bound to one statement, so that binding one needs no allocation.
///
/// SQLite reads a bound text in place until the statement is reset. A Swift string has no address
/// that stays, so its bytes are kept here until then; what doesn't fit, SQLite copies.
private struct TextScratch {
    private static let capacity = 4096
    private var memory: UnsafeMutablePointer<CChar>?
    private var used = 0

    mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        guard used + bytes.count <= Self.capacity else { return nil }
        let start = memory ?? .allocate(capacity: Self.capacity)
        memory = start
        let place = start + used
        if let source = bytes.baseAddress {
            UnsafeMutableRawPointer(place).copyMemory(from: source, byteCount: bytes.count)
        }
        used += bytes.count
        return UnsafePointer(place)
    }

    mutating func clear() { used = 0 }

    mutating func free() {
        memory?.deallocate()
        memory = nil
    }
}
