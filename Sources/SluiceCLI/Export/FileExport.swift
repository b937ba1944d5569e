import Glibc
import Synchronization
import Users

/// An export to a file, which is written aside and takes its place when it is whole.
///
/// A symbolic link stays one. What isn't a plain file (a pipe, a device) is written to as it is.
final class FileExport: ExportTarget {
    private let text: Mutex<ExportText>
    private let path: String
    /// What is written; renamed to `path` in the end, unless it is that itself.
    private let aside: String
    private let descriptor: Int32
    private let isClosed = Mutex(false)

    /// Opens the file; throws when it can't be made.
    init(_ text: ExportText, to path: String) throws(ServiceError) {
        self.text = Mutex(text)
        let target = Self.resolved(path)
        self.path = target
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            aside = target
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
        } else {
            aside = "\(target).part-\(getpid())"
            unlink(aside)
            descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        if descriptor < 0 { throw Self.failure(path) }
    }

    deinit { discard() }

    func write(_ users: [User]) throws(ServiceError) -> Bool {
        try put(text.withLock { $0.next(users) })
        return true
    }

    func complete() throws(ServiceError) {
        try put(text.withLock { $0.end() })
        // Some file systems say only here that there was no room.
        let isWhole = aside == path || fsync(descriptor) == 0
        guard isWhole, end() == 0, aside == path || rename(aside, path) == 0 else {
            let failure = Self.failure(path)
            // It may be closed by now, and then nobody else takes it away.
            if aside != path { unlink(aside) }
            throw failure
        }
    }

    func discard() {
        if end() != nil, aside != path { unlink(aside) }
    }

    private func put(_ text: String) throws(ServiceError) {
        do throws(WriteFailure) {
            try DescriptorSink(descriptor).write(text)
        } catch {
            throw Self.failure(path, error.number)
        }
    }

    /// Closes the file, once; what closing it gave, or nil when it was closed before.
    private func end() -> Int32? {
        isClosed.withLock { isClosed in
            guard !isClosed else { return nil }
            isClosed = true
            return close(descriptor)
        }
    }

    private static func failure(_ path: String, _ number: Int32 = errno) -> ServiceError {
        ServiceError(
            .storage, "“\(path)” can't be written: \(String(cString: strerror(number))).",
            hint: "What was there before is as it was.")
    }

    /// Where a chain of links leads; the path itself when nothing is there.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}
