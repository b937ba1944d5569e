import Synchronization
import Users

/// Whom a walk over a server's pages has met, each once, in the server's order.
///
/// The cache has people in the order in which they first came to it, by a search say; who asks for
/// everyone is to see them as the server lists them.
final class WalkedPeople: Sendable {
    private let places = Mutex<[User.ID: Int]>([:])

    /// Notes a page's people, and gives those whom no page before it had.
    @discardableResult
    func meet(_ ids: [User.ID]) -> [User.ID] {
        places.withLock { places in
            ids.filter { id in
                guard places[id] == nil else { return false }
                places[id] = places.count
                return true
            }
        }
    }

    /// Those of some people whom no page had, as they came.
    func unmet(_ users: [User]) -> [User] {
        places.withLock { places in
            places.isEmpty ? users : users.filter { places[$0.id] == nil }
        }
    }

    /// People in the order in which they were met; then those who weren't, as they came.
    func inOrder(_ users: [User]) -> [User] {
        let places = places.withLock { $0 }
        let met = users.compactMap { user in places[user.id].map { (place: $0, user: user) } }
        return met.sorted { $0.place < $1.place }.map(\.user) + unmet(users)
    }
}
