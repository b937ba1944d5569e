/// Numbers as a person reads them: ages, sizes and counts.
enum Quantity {
    /// How long ago something was: `just now`, `3 min ago`, `2 days ago`.
    static func age(milliseconds: Int64) -> String {
        switch max(0, milliseconds) / 1_000 {
        case ..<10: "just now"
        case let seconds where seconds < 60: "\(seconds) s ago"
        case let seconds where seconds < 3_600: "\(seconds / 60) min ago"
        case let seconds where seconds < 86_400: "\(seconds / 3_600) h ago"
        case let seconds where seconds < 2 * 86_400: "1 day ago"
        case let seconds: "\(seconds / 86_400) days ago"
        }
    }

    /// A size in steps of 1,000: `812 B`, `4.2 MB`.
    static func bytes(_ count: Int64) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        var unit = 0
        var tenths = count / 100
        while tenths >= 10_000, unit < 3 {
            tenths /= 1_000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(["kB", "MB", "GB", "TB"][unit])"
    }

    /// A count with a comma between thousands: `1,000`.
    static func count(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A count and its noun, in the plural where there isn't exactly one: `1 person`, `50 people`.
    static func count(_ value: Int, _ singular: String, _ plural: String) -> String {
        "\(count(value)) \(value == 1 ? singular : plural)"
    }

    /// A span of time still to wait: `8 s`, `2 min`, `1 h`.
    static func span(seconds: Int) -> String {
        switch max(0, seconds) {
        case let value where value < 60: "\(value) s"
        case let value where value < 3_600: "\((value + 59) / 60) min"
        case let value: "\((value + 3_599) / 3_600) h"
        }
    }
}
