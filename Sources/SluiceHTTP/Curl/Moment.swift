import Glibc

/// A point of the monotonic clock, as libcurl's own time-outs use it; in nanoseconds.
struct Moment: Comparable, Sendable {
    var nanoseconds: Int64

    /// This moment.
    static var monotonicNow: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// A moment that has passed.
    static let past = Moment(nanoseconds: 0)

    /// The moment furthest away.
    static let never = Moment(nanoseconds: .max)

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The moment after a duration; `never` when that is too far.
    static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return overflow ? .never : Moment(nanoseconds: sum)
    }

    /// Whole milliseconds until `other`, rounded up; 0 when it has passed.
    func milliseconds(until other: Moment) -> Int {
        guard other > self else { return 0 }
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return overflow ? .max : Int((difference - 1) / 1_000_000 + 1)
    }
}

extension Duration {
    /// The duration in nanoseconds, as many as fit.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000
    }

    /// The duration in milliseconds, rounded up, as an option of libcurl; at least 1, since 0 means "none".
    var curlMilliseconds: Int {
        let (whole, rest) = (nanoseconds / 1_000_000, nanoseconds % 1_000_000)
        // libcurl keeps time-outs in 32 bits.
        return Int(min(max(1, rest > 0 ? whole + 1 : whole), Int64(Int32.max)))
    }

    /// `2 s` or `250 ms`, for a message.
    var shortDescription: String {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
