import CSQLite

/// The SQL functions `holds(conditions, value, …)` of `Conditions`, `folded(text)` to sort by, and
/// `begins(words, typed)`: whether each typed word begins one of the words.
///
/// See <https://sqlite.org/appfunc.html>. They make no strings of texts that are ASCII.
enum HoldsFunction {
    /// Gives SQLite's result code.
    static func register(on database: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let holds = sqlite3_create_function_v2(
            database, "holds", -1, flags, nil,
            { context, count, values in
                let holds = HoldsFunction.holds(
                    UnsafeBufferPointer(start: values, count: Int(count)))
                sqlite3_result_int(context, holds ? 1 : 0)
            }, nil, nil, nil)
        let begins = sqlite3_create_function_v2(
            database, "begins", 2, flags, nil,
            { context, _, values in
                guard let words = HoldsFunction.bytes(values?[0]),
                    let typed = HoldsFunction.bytes(values?[1])
                else { return }
                sqlite3_result_int(context, HoldsFunction.begins(words, typed) ? 1 : 0)
            }, nil, nil, nil)
        let folded = sqlite3_create_function_v2(
            database, "folded", 1, flags, nil,
            { context, _, values in
                guard let value = values?[0] else { return }
                guard sqlite3_value_type(value) == SQLITE_TEXT,
                    let text = HoldsFunction.bytes(value)
                else { return sqlite3_result_value(context, value) }
                HoldsFunction.folded(text).withUnsafeBufferPointer { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        sluice_result_text_copied(context, $0.baseAddress, Int32($0.count))
                    }
                }
            }, nil, nil, nil)
        return [holds, begins, folded].first { $0 != SQLITE_OK } ?? SQLITE_OK
    }

    private static func holds(_ values: UnsafeBufferPointer<OpaquePointer?>) -> Bool {
        guard let first = values.first, let conditions = bytes(first) else { return true }
        var rest = conditions[...]
        while let end = rest.firstIndex(of: Conditions.separator) {
            var column = 0
            var index = rest.startIndex
            while index < end, rest[index] != UInt8(ascii: ":") {
                column = column * 10 + Int(rest[index] &- 0x30)
                index += 1
            }
            guard column + 1 < values.count, let text = bytes(values[column + 1]),
                contains(text, UnsafeBufferPointer(rebasing: rest[min(index + 1, end)..<end]))
            else { return false }
            rest = rest[(end + 1)...]
        }
        return true
    }

    private static func begins(
        _ words: UnsafeBufferPointer<UInt8>, _ typed: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let space = UInt8(ascii: " ")
        return typed.split(separator: space).allSatisfy { word in
            var start = 0
            while start + word.count <= words.count {
                let isStart = start == 0 || words[start - 1] == space
                if isStart, words[start..<start + word.count].elementsEqual(word) { return true }
                start += 1
            }
            return false
        }
    }

    /// The text of a value; nil for NULL.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    private static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(TextFolding.lowercase) }
        return Array(TextFolding.folded(String(decoding: text, as: UTF8.self)).utf8)
    }

    /// Whether `text` contains `sought`, which is folded.
    private static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ sought: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            return folded(text).withUnsafeBufferPointer { containsExactly($0, sought) }
        }
        return containsExactly(text, sought)
    }

    private static func containsExactly(
        _ text: UnsafeBufferPointer<UInt8>, _ sought: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let first = sought.first else { return true }
        guard text.count >= sought.count else { return false }
        for start in 0...(text.count - sought.count)
        where TextFolding.lowercase(text[start]) == first {
            var length = 1
            while length < sought.count,
                TextFolding.lowercase(text[start + length]) == sought[length]
            { length += 1 }
            if length == sought.count { return true }
        }
        return false
    }
}
