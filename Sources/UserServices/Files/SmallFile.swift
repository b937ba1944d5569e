import Glibc

/// Reads and replaces the small files of the program: profiles, configuration, tokens.
///
/// Plain system calls, since a private file must have its mode from its first moment.
enum SmallFile {
    /// The whole of a file, at most 16 MiB of it.
    static func read(_ path: String) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 16 << 20 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileFailure(path)
            }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Replaces a file at once: a reader sees the old one or the new one, and a crash leaves one of them.
    ///
    /// The new file is written beside it under a name of this process and renamed over it. Missing
    /// folders are made, for the owner only.
    static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t = 0o600
    ) throws(FileFailure) {
        try makeFolder(of: path)
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw FileFailure(path) }
        var isWritten = false
        defer { if !isWritten { unlink(draft) } }
        do throws(FileFailure) {
            // Whatever the umask of the process says.
            guard fchmod(descriptor, mode) == 0 else { throw FileFailure(path) }
            try write(bytes, to: descriptor, path)
            guard fsync(descriptor) == 0 else { throw FileFailure(path) }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0, rename(draft, path) == 0 else { throw FileFailure(path) }
        isWritten = true
    }

    /// Writes all of it, at the descriptor's place.
    static func write(
        _ bytes: [UInt8], to descriptor: Int32, _ path: String
    ) throws(FileFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileFailure(path)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes the folders above `path` that are missing.
    static func makeFolder(of path: String) throws(FileFailure) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw FileFailure(folder) }
        try makeFolder(of: folder)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileFailure(folder) }
    }

    /// The permissions of a file, as `ls` would count them; nil when it isn't there.
    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// The names in a folder, sorted; none when it can't be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
