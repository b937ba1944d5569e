extension JSONValue {
    /// A string's text with its escapes resolved; nil for any other kind.
    package var string: String? {
        let token = token
        guard token.kind == .string else { return nil }
        let raw = UnsafeBufferPointer(start: source + token.offset, count: token.length)
        return token.hasEscape ? Self.unescape(raw) : String(decoding: raw, as: UTF8.self)
    }

    /// The text of a string, a number's own digits, or `true`/`false`; nil for null and containers.
    ///
    /// An id may be a number in one answer and a string in another: both are the same text here.
    package var text: String? {
        let token = token
        switch token.kind {
        case .string: return string
        case .number, .yes, .no:
            return String(
                decoding: UnsafeBufferPointer(start: source + token.offset, count: token.length),
                as: UTF8.self)
        case .object, .array, .null, .end: return nil
        }
    }

    /// A whole number that fits; nil for a fraction, an exponent, or one beyond 64 bits.
    package var int: Int64? {
        let token = token
        guard token.kind == .number else { return nil }
        let start = source + token.offset
        let isNegative = start[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for place in (isNegative ? 1 : 0)..<token.length {
            let digit = start[place]
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // Subtracted, as the smallest number has no positive counterpart.
            let (next, carry) = product.subtractingReportingOverflow(Int64(digit - 0x30))
            if overflow || carry { return nil }
            value = next
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    /// A number as a floating-point one, rounded if need be; nil where it would be infinite.
    package var double: Double? {
        guard token.kind == .number, let value = text.flatMap(Double.init), value.isFinite else {
            return nil
        }
        return value
    }

    /// `true` or `false`; nil for any other kind.
    package var bool: Bool? {
        switch token.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// Resolves the escapes of a scanned string; the result is never longer than its raw bytes.
    private static func unescape(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: raw.count) { output in
            var count = 0
            var index = 0
            func put(_ byte: UInt8) {
                output[count] = byte
                count += 1
            }
            while index < raw.count {
                let byte = raw[index]
                guard byte == UInt8(ascii: "\\") else {
                    put(byte)
                    index += 1
                    continue
                }
                let escape = raw[index + 1]
                index += 2
                switch escape {
                case UInt8(ascii: "b"): put(0x08)
                case UInt8(ascii: "f"): put(0x0c)
                case UInt8(ascii: "n"): put(0x0a)
                case UInt8(ascii: "r"): put(0x0d)
                case UInt8(ascii: "t"): put(0x09)
                case UInt8(ascii: "u"):
                    var scalar = unit(raw, at: index)
                    index += 4
                    if case 0xd800..<0xdc00 = scalar {
                        // The scanner saw to it that the other half follows.
                        let low = unit(raw, at: index + 2)
                        scalar = 0x10000 + (scalar - 0xd800) << 10 + (low - 0xdc00)
                        index += 6
                    }
                    for byte in String(Unicode.Scalar(scalar) ?? "\u{fffd}").utf8 { put(byte) }
                default: put(escape)
                }
            }
            return count
        }
    }

    private static func unit(_ raw: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        raw[start..<start + 4].reduce(0) { unit, byte in
            unit << 4 | UInt32(byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57)
        }
    }
}
