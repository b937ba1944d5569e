extension HTTPResponse {
    /// How long the server asks to wait, in seconds; nil when it doesn't say (RFC 9110 §10.2.3).
    ///
    /// The form with a date is counted from the answer's own `Date`, so no clock of ours matters.
    public var retryAfter: Int? {
        guard let text = headers["Retry-After"] else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        guard let until = HTTPDate.seconds(text),
            let now = headers["Date"].flatMap(HTTPDate.seconds)
        else { return nil }
        return max(0, until - now)
    }

    /// Until when the server asks to wait, in its own words, where they are a date.
    var retryTime: String? {
        headers["Retry-After"].flatMap { HTTPDate.seconds($0) == nil ? nil : $0 }
    }
}

/// The date format of HTTP, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970; nil when `text` has another form.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
            let year = Int(words[3]),
            (1...31).contains(day), (1970...9999).contains(year),
            let month = months.firstIndex(where: { $0 == words[2] })
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Days in the Gregorian calendar, with the year begun in March so that leap days come last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
