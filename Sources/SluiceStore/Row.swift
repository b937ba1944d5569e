import CSQLite
import Glibc

/// The row that a statement stands at, by column, from 0.
///
/// It can't be kept: its bytes are SQLite's, and go at the next step.
public struct Row: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// An integer; 0 for NULL.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// An integer, or nil for NULL.
    public func integerIfAny(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// A floating-point number; 0 for NULL.
    public func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// A text; empty for NULL.
    public func text(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A text, or nil for NULL.
    public func textIfAny(_ column: Int32) -> String? {
        withBytes(column) { $0.baseAddress == nil ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// A blob; empty for NULL.
    public func bytes(_ column: Int32) -> [UInt8] {
        // The bytes first, then their count: https://sqlite.org/c3ref/column_blob.html
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Whether the column is NULL.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Whether the column holds exactly `text`, or NULL for nil; makes no string.
    public func holds(_ text: String?, at column: Int32) -> Bool {
        guard var text else { return isNull(column) }
        return withBytes(column) { stored in
            guard let start = stored.baseAddress else { return false }  // NULL
            return text.withUTF8 { bytes in
                guard let other = bytes.baseAddress, bytes.count == stored.count else {
                    return bytes.isEmpty && stored.isEmpty
                }
                return memcmp(start, other, bytes.count) == 0
            }
        }
    }

    /// Whether the column holds exactly `number`, or NULL for nil.
    public func holds(_ number: Int64?, at column: Int32) -> Bool {
        integerIfAny(column) == number
    }

    private func withBytes<T>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        // The text first, then its length: https://sqlite.org/c3ref/column_blob.html
        let start = sqlite3_column_text(handle, column)
        return body(
            UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
