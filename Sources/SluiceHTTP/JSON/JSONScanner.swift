/// Turns bytes into a tape, in one pass and without recursion (RFC 8259, strictly).
///
/// All state is in locals: as properties of a class, or captured by a closure, it costs 3 to 7 times
/// as much. While a container is open, its token's length holds the index of the container around
/// it, which saves a stack.
enum JSONScanner {
    /// How deep containers may nest.
    static let depthLimit = 512

    /// Scans `source[range]`; offsets in the tape and in errors count from the start of `source`.
    static func scan(
        _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(JSONSyntaxError) -> JSONTape {
        let end = range.upperBound
        guard let base = source.baseAddress, !range.isEmpty else {
            throw JSONSyntaxError(offset: range.lowerBound, reason: "the document is empty")
        }
        guard end < JSONToken.lengthLimit else {
            throw JSONSyntaxError(offset: 0, reason: "the document is longer than 256 MiB")
        }
        var tape = JSONTape(capacity: range.count / 8)
        var index = range.lowerBound
        var open = -1
        var depth = 0
        var isObject = false

        value: while true {
            index = skipSpace(base, index, end)
            guard index < end else { throw unexpectedEnd(end) }
            switch base[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                isObject = base[index] == UInt8(ascii: "{")
                guard depth < depthLimit else {
                    throw JSONSyntaxError(offset: index, reason: "nested deeper than \(depthLimit)")
                }
                depth &+= 1
                let parent = open
                open = tape.count
                tape.append(
                    JSONToken(isObject ? .object : .array, offset: index, length: parent &+ 1))
                index = skipSpace(base, index &+ 1, end)
                guard index < end else { throw unexpectedEnd(end) }
                if base[index] != UInt8(ascii: isObject ? "}" : "]") {
                    if isObject { index = try scanKey(base, index, end, &tape) }
                    continue value
                }
            case UInt8(ascii: "\""):
                index = try scanString(base, index, end, &tape)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                index = try scanNumber(base, index, end, &tape)
            default:
                index = try scanWord(base, index, end, &tape)
            }

            // A value has ended: what may follow depends on the container around it.
            while open >= 0 {
                index = skipSpace(base, index, end)
                guard index < end else { throw unexpectedEnd(end) }
                let byte = base[index]
                if byte == UInt8(ascii: ",") {
                    index = skipSpace(base, index &+ 1, end)
                    if isObject { index = try scanKey(base, index, end, &tape) }
                    continue value
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    let bracket = isObject ? "}" : "]"
                    throw JSONSyntaxError(
                        offset: index, reason: "expected a comma or \"\(bracket)\"")
                }
                let parent = tape.tokens[open].length &- 1
                tape.close(open, at: index)
                index &+= 1
                depth &-= 1
                open = parent
                isObject = parent >= 0 && tape.tokens[parent].rawKind == 0
            }
            break
        }

        index = skipSpace(base, index, end)
        guard index == end else {
            throw JSONSyntaxError(offset: index, reason: "unexpected text after the document")
        }
        return tape
    }

    /// A key and its colon; gives the place after them.
    @inline(__always)
    private static func scanKey(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ tape: inout JSONTape
    ) throws(JSONSyntaxError) -> Int {
        guard start < end else { throw unexpectedEnd(end) }
        guard base[start] == UInt8(ascii: "\"") else {
            throw JSONSyntaxError(offset: start, reason: "expected a key in quotes")
        }
        let index = skipSpace(base, try scanString(base, start, end, &tape), end)
        guard index < end else { throw unexpectedEnd(end) }
        guard base[index] == UInt8(ascii: ":") else {
            throw JSONSyntaxError(offset: index, reason: "expected a colon")
        }
        return index &+ 1
    }

    /// `true`, `false` or `null`.
    private static func scanWord(
        _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ tape: inout JSONTape
    ) throws(JSONSyntaxError) -> Int {
        func spells(_ word: StaticString) -> Bool {
            let length = word.utf8CodeUnitCount
            guard end &- start >= length else { return false }
            for place in 0..<length where base[start &+ place] != word.utf8Start[place] {
                return false
            }
            return true
        }
        let kind: JSONToken.Kind
        let length: Int
        if spells("true") {
            (kind, length) = (.yes, 4)
        } else if spells("false") {
            (kind, length) = (.no, 5)
        } else if spells("null") {
            (kind, length) = (.null, 4)
        } else {
            throw JSONSyntaxError(offset: start, reason: "expected a value")
        }
        tape.append(JSONToken(kind, offset: start, length: length))
        return start &+ length
    }

    @inline(__always)
    private static func skipSpace(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end {
            switch base[index] {
            case 0x20, 0x0a, 0x0d, 0x09: index &+= 1
            default: return index
            }
        }
        return index
    }

    static func unexpectedEnd(_ end: Int) -> JSONSyntaxError {
        JSONSyntaxError(offset: end, reason: "the document ends too early")
    }
}
