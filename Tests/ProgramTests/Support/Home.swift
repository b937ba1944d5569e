import Glibc

/// A new home folder for one test, which goes away with its owner.
final class Home: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/sluice-home-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SpawnFailure("mkdtemp", errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The mode of a file of this home; nil when there is none.
    func mode(of file: String) -> mode_t? {
        var status = stat()
        return stat("\(path)/\(file)", &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// The text of a file of this home; nil when there is none.
    func text(of file: String) -> String? { Self.read("\(path)/\(file)") }

    /// Whether there is nothing in it.
    var isEmpty: Bool { rmdir(path) == 0 && mkdir(path, 0o700) == 0 }

    /// Writes a file into this home.
    func write(_ text: String, to file: String) {
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var text = text
        _ = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 {
            bytes.append(contentsOf: chunk[..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
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

/// A system call that a test needs failed.
struct SpawnFailure: Error, CustomStringConvertible {
    let description: String
    init(_ call: String, _ number: Int32) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
