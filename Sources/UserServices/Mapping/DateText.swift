/// Reads the times of APIs as milliseconds since 1970, without a calendar of Foundation's.
enum DateText {
    /// A time of RFC 3339, and what servers write instead of it: a date alone, a blank for the `T`,
    /// an offset without its colon, no offset at all (then UTC). Nil when it is none of them.
    static func milliseconds(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { milliseconds(DigitReader($0)) }
    }

    private static func milliseconds(_ digits: DigitReader) -> Int64? {
        var reader = digits
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
            reader.take("-"), let day = reader.digits(2),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var milliseconds = Int64(days(year: year, month: month, day: day)) * 86_400_000
        if reader.isAtEnd { return milliseconds }
        guard reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2),
            hour < 24, minute < 60
        else { return nil }
        milliseconds += Int64(hour) * 3_600_000 + Int64(minute) * 60_000
        if reader.take(":") {
            // A leap second is written :60.
            guard let second = reader.digits(2), second <= 60 else { return nil }
            milliseconds += Int64(second) * 1_000
            if reader.take(".") || reader.take(",") {
                guard let fraction = reader.fraction() else { return nil }
                milliseconds += fraction
            }
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        return milliseconds - Int64(offset) * 60_000
    }

    /// A time as RFC 3339 in UTC with whole seconds: `2026-01-31T09:05:00Z`.
    static func rfc3339(_ milliseconds: Int64) -> String {
        let seconds = milliseconds.quotientAndFloor(1_000)
        let (days, second) = seconds.quotientAndFloorRemainder(86_400)
        let date = civil(Int(days))
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = [second / 3_600, second / 60 % 60, second % 60].map { two(Int($0)) }
        let year = String(repeating: "0", count: max(0, 4 - "\(date.year)".count)) + "\(date.year)"
        return "\(year)-\(two(date.month))-\(two(date.day))T\(time.joined(separator: ":"))Z"
    }

    /// Days since 1970 in the Gregorian calendar, the year begun in March so that leap days come last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// Takes digits and signs from the front of a text.
private struct DigitReader {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence

    init(_ text: UnsafeBufferPointer<UInt8>) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    /// Exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
            rest.removeFirst()
        }
        return value
    }

    /// One digit or more after a decimal sign, in milliseconds; what is finer is cut off.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var scale: Int64 = 100
        var count = 0
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            value += Int64(byte - 0x30) * scale
            scale /= 10
            count += 1
            rest.removeFirst()
        }
        return count > 0 ? value : nil
    }

    /// The offset from UTC in minutes; none is UTC.
    mutating func offset() -> Int? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let isNegative = take("-")
        guard isNegative || take("+"), let hours = digits(2) else { return nil }
        _ = take(":")
        let minutes = isAtEnd ? 0 : digits(2)
        return minutes.map { (hours * 60 + $0) * (isNegative ? -1 : 1) }
    }
}

extension Int64 {
    fileprivate func quotientAndFloor(_ divisor: Int64) -> Int64 {
        quotientAndFloorRemainder(divisor).0
    }

    fileprivate func quotientAndFloorRemainder(_ divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
