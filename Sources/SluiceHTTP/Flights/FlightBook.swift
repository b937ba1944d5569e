/// Which pieces of work are under way, and who waits for each: decisions only, no task and no lock.
///
/// Work is known by its key while it runs, and by a number that is never used again, so that what
/// is said too late of one flight can't be taken for a word about the next with the same key.
struct FlightBook<Key: Hashable & Sendable>: Sendable {
    /// One run of a piece of work.
    typealias Flight = Int
    /// One who waits.
    typealias Waiter = Int

    /// What a newcomer is to do.
    struct Seat: Equatable, Sendable {
        let flight: Flight
        let waiter: Waiter
        /// Whether the work has to be started, since nobody else did.
        let isFirst: Bool
    }

    private struct Entry {
        let key: Key
        /// When the work is over at the latest; nil for any time.
        let deadline: Deadline?
        /// In the order in which they came, which is that of their numbers.
        var waiters: [Waiter]
    }

    private var flights: [Flight: Entry] = [:]
    private var current: [Key: Flight] = [:]
    private var lastNumber = 0

    /// Whether nothing is under way.
    var isEmpty: Bool { flights.isEmpty }

    /// Whether a flight has neither landed nor been given up.
    func isFlying(_ flight: Flight) -> Bool { flights.index(forKey: flight) != nil }

    /// Takes a seat in the flight with a key, or in a new one: where there is none yet, and where the one
    /// under way may last for longer than this waiter has time.
    mutating func join(_ key: Key, within deadline: Deadline? = nil) -> Seat {
        let waiter = nextNumber()
        let known = current[key]
        if let known, let entry = flights[known], deadline?.covers(entry.deadline) ?? true {
            flights[known]?.waiters.append(waiter)
            return Seat(flight: known, waiter: waiter, isFirst: false)
        }
        let flight = nextNumber()
        if known == nil { current[key] = flight }
        flights[flight] = Entry(key: key, deadline: deadline, waiters: [waiter])
        return Seat(flight: flight, waiter: waiter, isFirst: true)
    }

    /// When the work of a flight is over at the latest; nil for any time, and for none.
    func deadline(of flight: Flight) -> Deadline? { flights[flight]?.deadline }

    /// Leaves; whether that was the last, so that nobody wants the work any more.
    ///
    /// With `isKept`, work without a waiter goes on, and can be joined again.
    mutating func leave(_ seat: Seat, isKept: Bool) -> Bool {
        guard let index = flights[seat.flight]?.waiters.firstIndex(of: seat.waiter) else {
            return false
        }
        flights[seat.flight]?.waiters.remove(at: index)
        guard !isKept, let entry = flights[seat.flight], entry.waiters.isEmpty else { return false }
        flights[seat.flight] = nil
        close(seat.flight, entry.key)
        return true
    }

    /// Ends a flight; gives those who still wait, first come first, and each only once.
    mutating func land(_ flight: Flight) -> [Waiter] {
        guard let entry = flights.removeValue(forKey: flight) else { return [] }
        close(flight, entry.key)
        return entry.waiters
    }

    private mutating func close(_ flight: Flight, _ key: Key) {
        if let index = current.index(forKey: key), current[index].value == flight {
            current.remove(at: index)
        }
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
