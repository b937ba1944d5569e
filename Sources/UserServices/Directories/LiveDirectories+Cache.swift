import SluiceHTTP
import SluiceStore
import Synchronization
import Users

extension LiveDirectories {
    /// What a person wasn't told of yet: that nothing can be kept, and the state of the cache's file.
    func news(_ store: Store, _ choice: DirectoryChoice) -> [String] {
        let path = cachePath(choice)
        return caches.withLock { caches in
            var news: [String] = []
            if recorded != nil, caches.told.insert("recording").inserted {
                news.append(
                    "This session is recorded: its cache is its own, empty at first and in memory")
            }
            if let homeless = paths.homelessness, caches.told.insert("").inserted {
                news.append(homeless)
            }
            if let path, caches.told.insert(path).inserted {
                news += store.notices.map(\.message)
            }
            return news
        }
    }

    /// Why rows are only in memory; nil when they are in a file.
    func fault(of store: Store) -> ServiceError? {
        // A recorded session's cache is meant to end with it.
        guard case .memory = store.location, recorded == nil else { return nil }
        let reason = store.notices.lazy.compactMap(\.error).first
        return reason.map { ServiceError($0) }
            ?? ServiceError(
                .storage, "There is no folder for the cache: HOME names none",
                hint: "Set HOME to an absolute path, or name a file with --cache.")
    }

    /// The cache's file; nil where it is held in memory, since no folder is named or a session is
    /// recorded, whose exchanges have to say all that it was answered.
    func cachePath(_ choice: DirectoryChoice) -> String? {
        recorded == nil ? choice.cache ?? paths.cacheFile : nil
    }

    /// What purges the cache's file too when a recorded session logs out; nil where it is the cache.
    func purging(
        _ found: Resolved
    ) -> (@Sendable (_ account: String) async throws(ServiceError) -> Void)? {
        guard recorded != nil else { return nil }
        return { account async throws(ServiceError) in try await self.purge(account, of: found) }
    }

    private func purge(_ account: String, of found: Resolved) async throws(ServiceError) {
        guard let path = found.choice.cache ?? paths.cacheFile, SmallFile.mode(of: path) != nil
        else { return }
        try await cached { () async throws(StoreError) in
            let store = try UserCache.openStore(.file(path))
            try await UserCache(
                store, server: found.api.identity.directory, account: account,
                profile: found.api.profile.identity
            ).purge()
        }
    }

    func store(_ choice: DirectoryChoice) throws(ServiceError) -> Store {
        let path = cachePath(choice)
        return try caches.withLock { caches throws(ServiceError) in
            // A check that found damage closes the store, and sets its file aside.
            if let store = caches.stores[path ?? ""], !store.isClosed { return store }
            let store = try cached { () throws(StoreError) in
                try UserCache.openStore(
                    path.map(StoreLocation.file) ?? .memory,
                    options: StoreOptions(isNamedByHand: choice.cache != nil))
            }
            caches.stores[path ?? ""] = store
            return store
        }
    }
}
