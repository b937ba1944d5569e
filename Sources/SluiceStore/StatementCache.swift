/// The prepared statements of one connection, at most `capacity` of them.
///
/// Full, it drops the one that was not asked for the longest; a program's statements are few, so a
/// cache of its size never does.
struct StatementCache {
    private let capacity: Int
    private var statements: [UInt: (sql: SQL, statement: Statement)] = [:]
    private var uses = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { statements.count }

    /// The statement for `sql`, prepared on `connection` if it isn't here.
    ///
    /// One whose rows are being read is not given a second time: the inner use gets its own.
    mutating func statement(for sql: SQL, on connection: Connection) throws(StoreError) -> Statement
    {
        uses += 1
        if let found = statements[sql.identity]?.statement {
            guard !found.isStepping else { return try Statement(sql, on: connection) }
            found.lastUse = uses
            return found
        }
        let made = try Statement(sql, on: connection)
        made.lastUse = uses
        if statements.count >= capacity,
            let oldest = statements.min(by: {
                $0.value.statement.lastUse < $1.value.statement.lastUse
            })
        {
            statements[oldest.key] = nil
        }
        // The text is kept too: an embedded one's identity is its address, which must not be reused.
        statements[sql.identity] = (sql, made)
        return made
    }

    mutating func removeAll() { statements.removeAll() }
}
