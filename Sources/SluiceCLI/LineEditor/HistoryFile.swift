import Glibc

/// The file that keeps typed lines between runs, one a line, readable by its owner only (C2).
///
/// It never stands in anyone's way: a file that is locked, damaged or can't be written is left as
/// it is, and lines are kept in memory (seen on network homes, where waiting for a lock hung).
struct HistoryFile: Sendable {
    /// How many lines are loaded at most.
    static let limit = 1_000

    /// Where it is.
    let path: String

    /// The lines of earlier runs, the oldest first, or why the file isn't used.
    enum Contents: Equatable {
        /// The lines; the file can be added to.
        case lines([String])
        /// The file is to be left alone; a sentence for the person.
        case unusable(String)
    }

    /// Reads the file; one that isn't there is made, with its folder.
    func load() -> Contents {
        if let refusal = Folders.make(containing: path, mode: 0o700) {
            return unusable(String(cString: strerror(refusal)))
        }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard file >= 0 else { return unusable(String(cString: strerror(errno))) }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            return unusable("another process holds it")
        }
        fchmod(file, 0o600)
        guard let bytes = readAll(file) else { return unusable(String(cString: strerror(errno))) }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            return unusable("it is damaged")
        }
        let lines = text.split(separator: "\n").map(String.init)
        if lines.count > 2 * Self.limit { shorten(file, to: lines.suffix(Self.limit)) }
        return .lines(lines.suffix(Self.limit))
    }

    /// Adds a line; silently not, where that would have to wait.
    func append(_ line: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
        try? DescriptorSink(file).write(line + "\n")
    }

    private func shorten(_ file: Int32, to lines: ArraySlice<String>) {
        guard ftruncate(file, 0) == 0 else { return }
        try? DescriptorSink(file).write(lines.map { $0 + "\n" }.joined())
    }

    private func unusable(_ reason: String) -> Contents {
        .unusable("The history \(path) isn't used: \(reason). Lines are kept in memory.")
    }

    private func readAll(_ file: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}

/// Folders made when they are first needed.
enum Folders {
    /// Makes the folders above a path that aren't there; the system's error number when one can't be.
    static func make(containing path: String, mode: mode_t) -> Int32? {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
        let folder = String(path[..<slash])
        if mkdir(folder, mode) == 0 || errno == EEXIST { return nil }
        guard errno == ENOENT else { return errno }
        if let refusal = make(containing: folder, mode: mode) { return refusal }
        return mkdir(folder, mode) == 0 || errno == EEXIST ? nil : errno
    }
}
