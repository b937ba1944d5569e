import Glibc

/// Sets a damaged file aside, next to itself and never deleted: `cache.db.damaged-1`.
struct Quarantine {
    let path: String

    /// The file whose presence says that a store found its file damaged while using it.
    static func marker(for path: String) -> String { path + ".is-damaged" }

    /// Moves the file, its log and its index of the log.
    ///
    /// Processes that find the damage together move it once: each holds a lock on the damaged file
    /// itself while it looks again, and who comes second finds another file in its place.
    ///
    /// - Parameter isDamaged: looks at what is there now, and closes it again.
    /// - Returns: where the file is now; nil when there was nothing left to move.
    func run(isDamaged: () -> Bool) throws(StoreError) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            unlink(Self.marker(for: path))
            return nil
        }
        defer { close(file) }
        guard flock(file, LOCK_EX) == 0 else { throw error(errno) }
        var status = stat()
        guard fstat(file, &status) == 0,
            FileSystem.identity(of: path)
                == FileSystem.Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)),
            isDamaged()
        else { return nil }

        let target = freeName()
        // The file last: a new one must never stand beside the log of the old.
        try move("-wal", to: target)
        try move("-shm", to: target)
        try move("-journal", to: target)
        unlink(Self.marker(for: path))
        try move("", to: target)
        return target
    }

    private func freeName() -> String {
        var number = 1
        while FileSystem.exists("\(path).damaged-\(number)") { number += 1 }
        return "\(path).damaged-\(number)"
    }

    private func move(_ suffix: String, to target: String) throws(StoreError) {
        if rename(path + suffix, target + suffix) != 0, errno != ENOENT { throw error(errno) }
    }

    private func error(_ number: Int32) -> StoreError {
        StoreError(
            .cannotOpen, attempt: "set aside the damaged cache", path: path,
            detail: FileSystem.systemText(number))
    }
}
