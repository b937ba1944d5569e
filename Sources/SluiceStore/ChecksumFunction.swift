import CSQLite

/// The SQL function `row_checksum(value, …)`: a number that a damaged value no longer gives.
///
/// SQLite's own checks see the structure of a file, and not a byte that changed inside a text. A table
/// that keeps this number of its other columns can tell: `doctor` counts the rows where it differs.
///
/// The number is written into files, so the rule never changes. Of each value, its kind and length
/// are taken in, then its bytes, eight at a time. Each step can be undone, so one changed word of eight
/// bytes always shows, and any other damage but for one in 2⁶⁴.
enum ChecksumFunction {
    /// Gives SQLite's result code.
    static func register(on database: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        return sqlite3_create_function_v2(
            database, "row_checksum", -1, flags, nil,
            { context, count, values in
                var sum = RowChecksum()
                for value in UnsafeBufferPointer(start: values, count: Int(count)) {
                    // Without memory a text can't be had, and the number of none would be written for it.
                    guard sum.add(value) else { return sqlite3_result_error_nomem(context) }
                }
                sqlite3_result_int64(context, Int64(bitPattern: sum.state))
            }, nil, nil, nil)
    }
}

/// The checksum as it is made, value by value.
private struct RowChecksum {
    private(set) var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Takes a value in; false when there is no memory to read it.
    mutating func add(_ value: OpaquePointer?) -> Bool {
        let kind = sqlite3_value_type(value)
        switch kind {
        case SQLITE_INTEGER:
            mix(UInt64(kind))
            mix(UInt64(bitPattern: sqlite3_value_int64(value)))
        case SQLITE_FLOAT:
            mix(UInt64(kind))
            mix(sqlite3_value_double(value).bitPattern)
        case SQLITE_TEXT, SQLITE_BLOB:
            // The bytes first, then their count: https://sqlite.org/c3ref/value_blob.html
            let start =
                kind == SQLITE_TEXT
                ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
            // Of a blob without bytes there is no address either.
            if start == nil, kind == SQLITE_TEXT { return false }
            let bytes = UnsafeRawBufferPointer(
                start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
            mix(UInt64(kind) | UInt64(bytes.count) << 8)
            mix(bytes)
        default: mix(UInt64(kind))
        }
        return true
    }

    private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        guard offset < bytes.count else { return }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        mix(rest)
    }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 32
    }
}
