extension JSONScanner {
    /// A string from its opening quote; gives the place after the closing one.
    ///
    /// Runs of plain ASCII are passed eight bytes at a time. What is accepted decodes without loss:
    /// UTF-8 is checked (Unicode, table 3-7), and an escaped surrogate must have its other half.
    @inline(__always)
    static func scanString(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ tape: inout JSONTape
    ) throws(JSONSyntaxError) -> Int {
        let first = start &+ 1
        var index = first
        var hasEscape = false
        while true {
            while index &+ 8 <= end {
                let stops = specials(
                    UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian)
                if stops != 0 {
                    index &+= stops.trailingZeroBitCount >> 3
                    break
                }
                index &+= 8
            }
            guard index < end else { throw unexpectedEnd(end) }
            switch base[index] {
            case UInt8(ascii: "\""):
                tape.append(
                    JSONToken(
                        .string, offset: first, length: index &- first, hasEscape: hasEscape))
                return index &+ 1
            case UInt8(ascii: "\\"):
                hasEscape = true
                index = try scanEscape(base, index, end)
            case 0..<0x20:
                throw JSONSyntaxError(
                    offset: index, reason: "a control character in a string must be escaped")
            case 0x80...:
                index = try scanSequence(base, index, end)
            default:
                index &+= 1
            }
        }
    }

    /// Marks (in the high bit) the bytes that end a run: a quote, a backslash, a control, or not ASCII.
    ///
    /// A mark above the lowest one may be false, as a borrow runs upwards; the lowest is exact.
    @inline(__always)
    private static func specials(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let slash = word ^ (ones &* 0x5c)
        let found =
            ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)
            | ((word &- ones &* 0x20) & ~word) | word
        return found & (ones &* 0x80)
    }

    /// One escape from its backslash; gives the place after it.
    @inline(never)
    private static func scanEscape(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) throws(JSONSyntaxError) -> Int {
        guard start &+ 1 < end else { throw unexpectedEnd(end) }
        switch base[start &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start &+ 2
        case UInt8(ascii: "u"):
            let unit = try scanUnit(base, start, end)
            switch unit {
            case 0xd800..<0xdc00:
                let next = start &+ 6
                guard next &+ 1 < end, base[next] == UInt8(ascii: "\\"),
                    base[next &+ 1] == UInt8(ascii: "u"),
                    case 0xdc00..<0xe000 = try scanUnit(base, next, end)
                else { throw JSONSyntaxError(offset: start, reason: "half of a surrogate pair") }
                return next &+ 6
            case 0xdc00..<0xe000:
                throw JSONSyntaxError(offset: start, reason: "half of a surrogate pair")
            default:
                return start &+ 6
            }
        default:
            throw JSONSyntaxError(offset: start, reason: "unknown escape in a string")
        }
    }

    /// The code unit of a `\u` escape that starts at `start`.
    static func scanUnit(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) throws(JSONSyntaxError) -> UInt32 {
        guard start &+ 6 <= end else { throw unexpectedEnd(end) }
        var unit: UInt32 = 0
        for place in start &+ 2..<start &+ 6 {
            let byte = base[place]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
            default:
                throw JSONSyntaxError(offset: place, reason: "expected a hexadecimal digit")
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// One well-formed UTF-8 sequence of two to four bytes; gives the place after it.
    @inline(__always)
    private static func scanSequence(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) throws(JSONSyntaxError) -> Int {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch base[start] {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: length = 4
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: throw JSONSyntaxError(offset: start, reason: "not UTF-8")
        }
        guard end &- start >= length else { throw unexpectedEnd(end) }
        var isValid = second.contains(base[start &+ 1])
        if length > 2 { isValid = isValid && base[start &+ 2] & 0xc0 == 0x80 }
        if length > 3 { isValid = isValid && base[start &+ 3] & 0xc0 == 0x80 }
        guard isValid else { throw JSONSyntaxError(offset: start, reason: "not UTF-8") }
        return start &+ length
    }
}
