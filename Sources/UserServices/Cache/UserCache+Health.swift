package import SluiceStore

extension UserCache {
    /// What `Store.examine` checks in the file of the cache, besides the file itself.
    package static let checks = StoreChecks(
        rows: [
            .init(of: "person", countDamaged: UserCacheSQL.personDamaged),
            .init(of: "directory", countDamaged: UserCacheSQL.directoryDamaged),
        ],
        indexes: [
            .init(
                of: "person_words", check: UserCacheSQL.wordsCheck,
                rebuild: UserCacheSQL.wordsRebuild)
        ])
}
