import Glibc

/// A lock between processes, held by an open file; given back at the latest when the process ends.
///
/// The file holds the number of the process that has the lock, to be named to whoever waits.
struct FileLock: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens the lock's file, and makes it where it is missing; doesn't take the lock yet.
    init(_ path: String) throws(FileFailure) {
        try SmallFile.makeFolder(of: path)
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw FileFailure(path) }
        descriptor = opened
        self.path = path
    }

    deinit { close(descriptor) }

    /// Takes the lock, waiting for it: only where it is held for a moment.
    borrowing func waitUntilHeld() throws(FileFailure) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileFailure(path) }
        }
    }

    /// Takes the lock if nobody has it, and says in its file who does.
    borrowing func take() throws(FileFailure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw FileFailure(path) }
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
        else { throw FileFailure(path) }
        return true
    }

    /// Gives the lock back.
    borrowing func release() { flock(descriptor, LOCK_UN) }

    /// The number of the process that took the lock last.
    var holder: Int? {
        guard let bytes = try? SmallFile.read(path) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self))
    }
}
