import Glibc
import SluiceFlow

extension VirtualTime {
    /// Runs a test once for each seed, which varies the latencies it draws and what goes first at one instant.
    ///
    /// A race that shows in one order of completions and not in another is found so. The failure
    /// says the seed; with `SLUICE_SEED=17` in the environment that seed alone runs, and replays
    /// exactly. A seed costs about as much as a test, a fraction of a millisecond.
    ///
    /// - Parameters:
    ///   - seeds: the seeds to run.
    ///   - body: the test; it draws its latencies from `latency`.
    /// - Throws: `TestFailure` with the first seed that fails, and what it threw.
    public static func explore(
        seeds: Range<UInt64> = 0..<100, stuckLimit: Duration = .seconds(5),
        _ body: @MainActor (VirtualTime) async throws -> Void
    ) async throws {
        let only = getenv("SLUICE_SEED").flatMap { UInt64(String(cString: $0)) }
        for seed in only.map({ $0..<$0 + 1 }) ?? seeds {
            do { try await run(seed: seed, stuckLimit: stuckLimit, body) } catch {
                throw TestFailure("seed \(seed) (SLUICE_SEED=\(seed) replays it): \(error)")
            }
        }
    }

    /// A latency for the call that asks: the seed chooses it, and without a seed it is the shortest.
    ///
    /// It depends on the seed, the call and `draw` alone, so that it is the same in a replay
    /// whatever else runs. Give further draws of one call numbers of their own.
    public nonisolated func latency(_ range: ClosedRange<Duration>, draw: Int = 0) -> Duration {
        guard let seed else { return range.lowerBound }
        let call = UInt64(CallAccount.current?.call ?? 0)
        var random = SplitMix64(seed &+ call &* 0x1_0000 &+ UInt64(draw))
        let steps = (range.upperBound - range.lowerBound) / .milliseconds(1)
        return range.lowerBound + .milliseconds(random.next(below: Int(steps) + 1))
    }
}
