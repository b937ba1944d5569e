import CSQLite
import Glibc

/// The few things that a store asks of the file system beside SQLite.
enum FileSystem {
    /// Which file a path led to, to notice that another has taken its place.
    struct Identity: Hashable, Sendable {
        var device: UInt
        var inode: UInt
    }

    /// What is at `path`, or nil when nothing is.
    static func identity(of path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    /// The size of a file in bytes, or nil when there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Int64(status.st_size)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes an empty file, and the folders above it, that only this person can read and write.
    ///
    /// It is made without being opened: closing a file takes away every lock that the process has on
    /// it, SQLite's included. See <https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>.
    /// Not an error when it exists.
    static func create(_ path: String, attempt: String) throws(StoreError) {
        var fault = makeFile(path)
        if fault == ENOENT {
            let refusal = createFolders(above: path)
            fault = makeFile(path)
            // That there is no folder follows from what kept it from being made.
            if fault == ENOENT, refusal != 0 { fault = refusal }
        }
        if fault == 0 {
            chmod(path, 0o600)  // whatever the mask took away
        } else if fault != EEXIST {
            throw StoreError(.cannotOpen, attempt: attempt, path: path, detail: systemText(fault))
        }
    }

    /// Makes an empty file; gives the system's error number, 0 for none.
    private static func makeFile(_ path: String) -> Int32 {
        mknod(path, S_IFREG | 0o600, 0) == 0 ? 0 : errno
    }

    /// Gives the system's error number of the first folder that could not be made, 0 for none.
    private static func createFolders(above path: String) -> Int32 {
        for index in path.indices where path[index] == "/" && index != path.startIndex {
            if mkdir(String(path[..<index]), 0o700) == 0 { continue }
            let fault = errno
            if !exists(String(path[..<index])) { return fault }
        }
        return 0
    }

    /// Whether a file is on a network file system, where a write-ahead log isn't safe.
    ///
    /// Its shared memory works on one machine only: <https://sqlite.org/wal.html>.
    static func isOnNetwork(_ path: String) -> Bool {
        isNetwork(kind: sluice_filesystem_kind(path))
    }

    /// Whether a file system of this kind is one; the numbers are those of statfs(2).
    static func isNetwork(kind: UInt32) -> Bool {
        let nfs: UInt32 = 0x6969
        let smb: UInt32 = 0x517B
        let cifs: UInt32 = 0xFF53_4D42
        let smb2: UInt32 = 0xFE53_4D42
        let afs: UInt32 = 0x5346_414F
        let ninePlan: UInt32 = 0x0102_1997
        let ceph: UInt32 = 0x00C3_6400
        return [nfs, smb, cifs, smb2, afs, ninePlan, ceph].contains(kind)
    }

    /// What the system says about an error number.
    static func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }
}
