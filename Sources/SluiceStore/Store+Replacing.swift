extension Store {
    /// Opens a store for a program that must go on whatever the file is like; `notices` says what was done.
    ///
    /// A damaged file is set aside and a new one made. A file that can't be used for another reason
    /// (no permission, no space, of a newer version) is left alone, and the rows are kept in memory.
    ///
    /// - Throws: `foreign` for a file that a person named (`StoreOptions.isNamedByHand`) and that isn't this
    ///   program's; else only what keeps even memory from working.
    public static func openOrReplace(
        _ location: StoreLocation, migrations: [Migration], options: StoreOptions = .init()
    ) throws(StoreError) -> Store {
        var notices: [StoreNotice] = []
        let reason: StoreError
        do {
            // Again, for another process may be at it; a file that is damaged each time is beyond repair.
            for _ in 0..<4 {
                do {
                    return try open(
                        location, migrations: migrations, options: options, notices: notices)
                } catch  where error.meansDamage {
                    notices += try setAside(location, because: error, options: options)
                }
            }
            return try open(location, migrations: migrations, options: options, notices: notices)
        } catch {
            if options.isNamedByHand, error.errorCode == .foreign { throw error }
            reason = error
        }
        return try open(
            .memory, migrations: migrations, options: options,
            notices: notices + [StoreNotice(kind: .inMemory, error: reason)])
    }

    private static func setAside(
        _ location: StoreLocation, because error: StoreError, options: StoreOptions
    ) throws(StoreError) -> [StoreNotice] {
        guard case .file(let path) = location else { throw error }
        let target = try Quarantine(path: path).run {
            do throws(StoreError) {
                // A look at the version reads the first page, where a damaged file shows.
                let nothing = Migrator(migrations: [], applicationID: 0)
                _ = try Opener(location, nothing, options: options).connection()
                    .first("SELECT count(*) FROM sqlite_schema") { _ in }
                return false
            } catch {
                return error.meansDamage
            }
        }
        return target.map { [StoreNotice(kind: .quarantined($0), error: error)] } ?? []
    }
}
