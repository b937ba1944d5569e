import Glibc

/// Sets a damaged file aside, next to itself and never deleted: `cache.db.damaged-1`.
struct Quarantine {
    let path: String

    /// The file whose presence says that a store found its file damaged while using it.
    static func marker(for path: String) -> String { path + ".is-damaged" }

    /// Moves the file, its log and its index of the log.
    ///
    /// Processes that find the damage together move it once: each looks again while it holds the lock,
    /// and who comes second finds another file in its place.
    ///
    /// - Parameter isDamaged: looks at what is there now, and closes it again.
    /// - Returns: where the file is now; nil when there was nothing to move.
    func run(isDamaged: () -> Bool) throws(StoreError) -> String? {
        try FileLock.with(.exclusive, on: path) { () throws(StoreError) in
            guard FileSystem.exists(path) else {
                unlink(Self.marker(for: path))
                return nil
            }
            guard isDamaged() else { return nil }
            let target = freeName()
            // The file last: a new one must never stand beside the log of the old.
            try move("-wal", to: target)
            try move("-shm", to: target)
            try move("-journal", to: target)
            unlink(Self.marker(for: path))
            try move("", to: target)
            return target
        }
    }

    private func freeName() -> String {
        var number = 1
        while FileSystem.exists("\(path).damaged-\(number)") { number += 1 }
        return "\(path).damaged-\(number)"
    }

    private func move(_ suffix: String, to target: String) throws(StoreError) {
        guard rename(path + suffix, target + suffix) != 0, errno != ENOENT else { return }
        throw StoreError(
            .cannotOpen, attempt: "set aside the damaged cache", path: path,
            detail: FileSystem.systemText(errno))
    }
}
