import Glibc

/// A file that could not be read or written: which, and the system's reason.
struct FileFailure: Error, Hashable {
    var path: String
    var number: Int32

    /// Takes the reason from `errno`, so make it right after the call that failed.
    init(_ path: String) {
        self.path = path
        number = errno
    }

    /// Whether there is no such file.
    var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// `No such file or directory`.
    var reason: String { String(cString: strerror(number)) }
}
