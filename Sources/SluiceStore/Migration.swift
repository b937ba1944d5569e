/// A step of a database's layout: forward only, and never edited once it was released.
public struct Migration: Sendable {
    /// The version that the file has after it; from 1, without gaps.
    public var version: Int
    /// The texts, each of any number of statements, in order. The last of them is `PRAGMA user_version = VERSION;`.
    public var sql: [SQL]

    /// Makes a step of one text or several, such as `Cache<Value>.table` and the program's own.
    public init(version: Int, sql: SQL...) {
        self.version = version
        self.sql = sql
    }
}
