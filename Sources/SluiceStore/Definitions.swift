/// What the tables of a store are to be: what its migrations make of an empty database.
///
/// Only asked for when a statement turns out wrong, which is a mistake in the statement, or damage to
/// the file: a bit that flips in a table's definition makes every statement about it wrong, and
/// SQLite says no more of it than that.
struct Definitions: Sendable {
    let migrator: Migrator
    let options: StoreOptions

    /// The error, as damage where a table of the file isn't defined as it was made.
    ///
    /// - Parameter connect: opens the file anew.
    func judged(
        _ error: StoreError, _ connect: () throws(StoreError) -> Connection
    ) -> StoreError {
        guard error.errorCode == .defect, error.sqliteCode != 0 else { return error }
        do throws(StoreError) {
            let empty = try Opener(.memory, migrator, options: options).connection()
            try migrator.migrate(empty)
            // The file may have tables besides, which others made.
            guard try !all(empty).isSubset(of: all(connect())) else { return error }
        } catch let other {
            // That the file can't be looked at says more, if it is why; else the first error does.
            return other.meansDamage ? other : error
        }
        return StoreError(
            .corrupt, attempt: error.attempt, path: error.path, sqliteCode: error.sqliteCode,
            detail: "the definition of a table is damaged: \(error.detail)")
    }

    private func all(_ connection: Connection) throws(StoreError) -> Set<[String]> {
        var found: Set<[String]> = []
        try connection.each("SELECT type, name, tbl_name, sql FROM sqlite_schema") { row in
            found.insert((0..<4).map { row.text($0) })
        }
        return found
    }
}
