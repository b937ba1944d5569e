/// Cuts bytes that come in parts into lines, ended by LF, CRLF or CR; pure.
struct LineSplitter: Sendable {
    /// The longest line; a server that never ends one must not fill the memory.
    let limit: Int
    private var line: [UInt8] = []
    private var isAfterReturn = false
    private(set) var isTooLong = false

    init(limit: Int = 1 << 20) { self.limit = limit }

    /// Takes a part, and gives each line that it ends; false when a line is too long.
    mutating func take(_ part: UnsafeRawBufferPointer, _ give: (String) -> Void) -> Bool {
        for byte in part {
            switch byte {
            case UInt8(ascii: "\n") where isAfterReturn: isAfterReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isAfterReturn = byte == UInt8(ascii: "\r")
                give(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            default:
                isAfterReturn = false
                guard line.count < limit else {
                    isTooLong = true
                    return false
                }
                line.append(byte)
            }
        }
        return true
    }

    /// The last line, where the stream ends without ending it; nil when there is none.
    mutating func end() -> String? {
        defer { line = [] }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
