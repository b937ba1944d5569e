extension JSONScanner {
    /// A number from its first byte; gives the place after it. Its size doesn't matter: it stays text.
    @inline(__always)
    static func scanNumber(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ tape: inout JSONTape
    ) throws(JSONSyntaxError) -> Int {
        var index = start
        if base[index] == UInt8(ascii: "-") { index &+= 1 }
        let whole = index
        index = try scanDigits(base, index, end)
        if base[whole] == UInt8(ascii: "0"), index &- whole > 1 {
            throw JSONSyntaxError(offset: whole, reason: "a number must not begin with 0")
        }
        if index < end, base[index] == UInt8(ascii: ".") {
            index = try scanDigits(base, index &+ 1, end)
        }
        if index < end, base[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if index < end, base[index] == UInt8(ascii: "+") || base[index] == UInt8(ascii: "-") {
                index &+= 1
            }
            index = try scanDigits(base, index, end)
        }
        tape.append(JSONToken(.number, offset: start, length: index &- start))
        return index
    }

    /// One digit or more.
    @inline(__always)
    private static func scanDigits(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) throws(JSONSyntaxError) -> Int {
        var index = start
        while index < end, base[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
        guard index > start else {
            if start >= end { throw unexpectedEnd(end) }
            throw JSONSyntaxError(offset: start, reason: "expected a digit")
        }
        return index
    }
}
