import Glibc

/// A lock on a store's file, held while it is opened (shared) or set aside (exclusive).
///
/// A file must not be renamed while another process is opening it: SQLite finds the log and the journal
/// by name, and would take the new file's for the old one's. See <https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>.
/// The lock is on a file of its own, `cache.db.lock`, since closing the store's file would drop SQLite's locks.
enum FileLock {
    enum Kind { case shared, exclusive }

    /// Whether a store was ever opened on a file: the lock stays beside it.
    static func exists(on path: String) -> Bool { FileSystem.exists(name(for: path)) }

    private static func name(for path: String) -> String { path + ".lock" }

    /// Runs `body` with the lock held. Where no lock can be had, nothing can be renamed either.
    static func with<T, Failure: Error>(
        _ kind: Kind, on path: String, _ body: () throws(Failure) -> T
    ) throws(Failure) -> T {
        let file = open(name(for: path), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        if file >= 0 {
            while flock(file, kind == .shared ? LOCK_SH : LOCK_EX) != 0, errno == EINTR {}
        }
        return try body()
    }
}
