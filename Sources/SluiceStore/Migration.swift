/// A step of a database's layout: forward only, and never edited once it was released.
public struct Migration: Sendable {
    /// The version that the file has after it; from 1, without gaps.
    public var version: Int
    /// The statements. The last of them is `PRAGMA user_version = VERSION;`.
    public var sql: SQL

    /// Makes a step.
    public init(version: Int, sql: SQL) {
        self.version = version
        self.sql = sql
    }
}
