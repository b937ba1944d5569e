/// A moment as RFC 3339 text in UTC, by civil-date arithmetic, so that no command loads Foundation.
///
/// The day arithmetic is that of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms",
/// `civil_from_days`; it holds for every year.
enum Timestamp {
    /// `2026-11-30T03:25:58Z`; with `.123` before the `Z` where the milliseconds aren't zero.
    static func rfc3339(_ milliseconds: Int64) -> String {
        let (days, rest) = floorDivide(milliseconds, by: 86_400_000)
        let (year, month, day) = civil(fromDays: days)
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        let seconds = rest / 1_000
        let time =
            "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
        let fraction = rest % 1_000
        return "\(date)T\(time)\(fraction == 0 ? "" : ".\(digits(fraction, 3))")Z"
    }

    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years begin in March here, so that the leap day is the last of a year.
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value.magnitude)
        let zeros = String(repeating: "0", count: max(0, count - text.count))
        return (value < 0 ? "-" : "") + zeros + text
    }
}
