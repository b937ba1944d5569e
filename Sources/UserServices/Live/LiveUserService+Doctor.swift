import SluiceStore
import Users

extension LiveUserService {
    /// Checks the file of the cache, for all directories in it, and repairs what can be.
    @concurrent
    func examine() async throws(ServiceError) -> CacheHealth {
        let report = try await cached { () async throws(StoreError) in
            try await store.examine(UserCache.checks)
        }
        var health = CacheHealth(
            faults: report.faults, damagedRows: report.damagedRows.values.reduce(0, +),
            isIndexRebuilt: !report.rebuilt.isEmpty, setAside: report.setAside,
            fileBytes: report.fileBytes, logBytes: report.logBytes)
        if case .file(let path) = store.location { health.path = path }
        return health
    }
}
