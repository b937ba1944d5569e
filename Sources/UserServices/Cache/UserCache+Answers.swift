import SluiceHTTP
import SluiceStore
import Users

extension UserCache {
    /// Whose answers are kept under which name; no server's address has a space in it.
    var responseScope: String { "\(server) \(account)" }

    /// The people with these ids, in this order; nil when somebody isn't cached.
    func users(ids: [String]) async throws(StoreError) -> [User]? {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard !ids.isEmpty else { return [] }
            guard let directory = try DirectoryRow.find(self, in: db) else { return nil }
            let known = try db.statement(UserCacheSQL.personKnown)
            var users: [User] = []
            users.reserveCapacity(ids.count)
            for id in ids {
                try known.bind(directory.number, at: 1)
                try known.bind(id, at: 2)
                guard let user = try known.first({ UserRow.user($0) }) else { return nil }
                users.append(user)
            }
            return users
        }
    }
}
