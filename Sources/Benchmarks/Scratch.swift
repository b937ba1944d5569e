import Glibc

/// A folder for the files of a run, which goes away with it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/sluice-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Child.Failure("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Writes a file.
    func write(_ text: String, to name: String) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var text = text
        _ = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        return file
    }

    /// A path where nothing is, for a database.
    func fresh(_ name: String) -> String {
        for suffix in ["", "-wal", "-shm"] { unlink("\(path)/\(name)\(suffix)") }
        return "\(path)/\(name)"
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            closedir(folder)
        }
        Glibc.remove(path)
    }
}
