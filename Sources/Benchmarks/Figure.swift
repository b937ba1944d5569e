import Glibc

/// One line of the report: something measured, beside its bare baseline in the same run.
struct Figure {
    /// What a figure has to stay under.
    enum Budget {
        /// A value in the figure's unit.
        case value(Double)
        /// A multiple of the baseline.
        case ratio(Double)
        /// Both.
        case both(Double, ratio: Double)
        /// At least a value in the figure's unit: a rate.
        case atLeast(Double)
        /// Shown only.
        case none

        func admits(_ value: Double, ratio: Double?) -> Bool {
            switch self {
            case .value(let limit): value <= limit
            case .ratio(let limit): (ratio ?? .infinity) <= limit
            case .both(let limit, let factor): value <= limit && (ratio ?? .infinity) <= factor
            case .atLeast(let limit): value >= limit
            case .none: true
            }
        }

        var text: String {
            switch self {
            case .value(let limit): "<=\(number(limit))"
            case .ratio(let limit): "<=\(number(limit))x"
            case .both(let limit, let factor): "<=\(number(limit)),<=\(number(factor))x"
            case .atLeast(let limit): ">=\(number(limit))"
            case .none: "-"
            }
        }
    }

    let name: String
    let unit: String
    let budget: Budget
    /// How many times each side is measured; the median counts.
    var rounds = 7
    let measure: () async throws -> Double
    var baseline: (() async throws -> Double)?

    /// Measures both sides in turn and gives the line: `name value unit baseline ratio budget ok|over`.
    func line() async throws -> String {
        var values: [Double] = []
        var bases: [Double] = []
        for _ in 0..<rounds {
            if let baseline { bases.append(try await baseline()) }
            values.append(try await measure())
        }
        let value = median(values)
        let base = bases.isEmpty ? nil : median(bases)
        // Nothing is a multiple of nothing: a count of 0 has no ratio.
        let ratio = base.flatMap { $0 == 0 ? nil : value / $0 }
        return [
            name, number(value), unit, base.map(number) ?? "-", ratio.map(number) ?? "-",
            budget.text, budget.admits(value, ratio: ratio) ? "ok" : "over",
        ].joined(separator: "\t")
    }
}

private func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

/// The value that a share of the others is below; 0.5 is the median.
func percentile(_ values: [Double], _ share: Double) -> Double {
    values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
}

/// A number with about three digits that matter.
func number(_ value: Double) -> String {
    if value >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
    let factor: Double = value >= 10 ? 10 : value >= 1 ? 100 : 10_000
    return String((value * factor).rounded() / factor)
}

/// The time that `work` takes, in nanoseconds for each of `count` repetitions.
func nanoseconds(per count: Int, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try work()
    return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// The time that `work` takes, in nanoseconds for each of `count` repetitions.
func nanoseconds(
    per count: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// The time that `work` takes, in milliseconds.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    try nanoseconds(per: 1_000_000, work)
}

/// The time that `work` takes, in milliseconds.
func milliseconds(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
) async rethrows -> Double {
    try await nanoseconds(per: 1_000_000, work)
}

/// The processor's time of this process for `work`, in nanoseconds for each of `count` repetitions.
///
/// For what only computes: other programs that keep the machine busy don't show in it.
func processorNanoseconds(
    per count: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
) async rethrows -> Double {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = now()
    try await work()
    return Double(now() - start) / Double(count)
}
