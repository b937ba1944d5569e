extension DateText {
    /// A time as HTTP's headers write it (RFC 9110 §5.6.7), the weekday and the zone at will:
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `6 Nov 1994 08:49:37 +0100`. Nil when it is none.
    static func httpDate(_ text: String) -> Int64? {
        var words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
        // The sign of an offset is kept, the blanks of a date are not.
        let isWest = text.contains(" -")
        if words.first?.first?.isLetter == true { words.removeFirst() }
        guard words.count == 4 || words.count == 5, let month = month(words[1]) else { return nil }
        let zone = words.count == 5 ? words[4] : "GMT"
        let offset =
            ["GMT", "UTC", "UT", "Z"].contains(zone) ? "Z" : (isWest ? "-" : "") + zone
        return milliseconds("\(words[2])-\(month)-\(padded(words[0]))T\(words[3])\(offset)")
    }

    /// A time of digits alone: `20240101`, `20240101120000Z`, `20240101T120000.5+0100` (LDAP's
    /// generalized time, RFC 4517 §3.3.13, and the basic form of ISO 8601). Nil when it is none.
    static func compact(_ text: String) -> Int64? {
        let digits = Array(text.prefix { $0.isASCII && $0.isNumber })
        let date = digits.prefix(8)
        guard date.count == 8 else { return nil }
        let day = "\(String(date[0..<4]))-\(String(date[4..<6]))-\(String(date[6..<8]))"
        var rest = text.dropFirst(8)
        if rest.isEmpty { return milliseconds(day) }
        if rest.first == "T" { rest = rest.dropFirst() }
        let time = Array(rest.prefix { $0.isASCII && $0.isNumber })
        guard time.count == 4 || time.count == 6 else { return nil }
        let seconds = time.count == 6 ? ":" + String(time[4..<6]) : ""
        return milliseconds(
            "\(day)T\(String(time[0..<2])):\(String(time[2..<4]))\(seconds)\(rest.dropFirst(time.count))"
        )
    }

    /// A time as HTTP's headers write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func httpDate(_ milliseconds: Int64) -> String {
        let text = Array(rfc3339(milliseconds))
        let week: Int64 = 7 * 86_400_000
        // 1970 began on a Thursday.
        let day = Int((milliseconds % week + week) % week / 86_400_000)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][day]
        let month = Int(String(text[5..<7])).map { months[$0 - 1] } ?? ""
        return "\(weekday), \(String(text[8..<10])) \(month) \(String(text[0..<4])) "
            + "\(String(text[11..<19])) GMT"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func month(_ word: String) -> String? {
        months.firstIndex { $0.lowercased() == word.prefix(3).lowercased() }
            .map { padded(String($0 + 1)) }
    }

    private static func padded(_ number: String) -> String {
        number.count < 2 ? "0" + number : number
    }
}
