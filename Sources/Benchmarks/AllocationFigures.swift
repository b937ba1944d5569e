import CAllocations

/// How often streams and calls ask for memory: counts, which no other program on the machine changes.
@MainActor
enum AllocationFigures {
    static var all: [Figure] { [emission, trackedCall] }

    private static var emission: Figure {
        Figure(name: "allocations of an emission", unit: "count", budget: .none, rounds: 1) {
            let work = FlowWork.emissions()
            return await allocations(per: 10_000) { work($0) }
        } baseline: {
            let chain = BareChain()
            return await allocations(per: 10_000) { chain.run($0) }
        }
    }

    private static var trackedCall: Figure {
        Figure(name: "allocations of a tracked call", unit: "count", budget: .none, rounds: 1) {
            let work = FlowWork.trackedCalls()
            return await allocations(per: 10_000) { work($0) }
        } baseline: {
            await allocations(per: 10_000) { await BareTasks.run($0) }
        }
    }

    /// How many times `work` asks the allocator for memory, for each of `count` repetitions.
    ///
    /// It runs once before, so that what is made only once isn't counted.
    private static func allocations(
        per count: Int, _ work: (Int) async -> Void
    ) async -> Double {
        await work(count)
        let before = sluice_allocations()
        await work(count)
        return Double(sluice_allocations() - before) / Double(count)
    }
}
