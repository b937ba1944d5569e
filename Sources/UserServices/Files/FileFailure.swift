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

    /// The next step that the reason suggests.
    var hint: String {
        switch number {
        case ENOSPC, EDQUOT: "Make room on the disk, then try again."
        case EROFS: "The file system is read-only: name another folder with HOME or XDG_STATE_HOME."
        case EIO: "Check the disk and the file system, then try again."
        default: "Check the permissions of the file and of its folder."
        }
    }
}
