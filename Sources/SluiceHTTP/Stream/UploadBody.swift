import Glibc

/// A body that is put together from bytes and files, and read while it is sent: it is never whole in memory.
public struct UploadBody: Sendable, Hashable {
    /// A piece of the body.
    enum Piece: Sendable, Hashable {
        case bytes([UInt8])
        /// A file, and how long it was when the body was described.
        case file(path: String, length: Int64)

        var length: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, let length): length
            }
        }
    }

    private(set) var pieces: [Piece] = []
    /// Why a file can't be read; the call then fails with this.
    private(set) var problem: String?

    /// How many bytes it has.
    public var length: Int64 { pieces.reduce(0) { $0 + $1.length } }

    /// Makes a body of one file.
    public init(file path: String) { add(file: path) }

    init() {}

    init(bytes: [UInt8]) { pieces = [.bytes(bytes)] }

    mutating func add(_ text: String) { pieces.append(.bytes(Array(text.utf8))) }

    mutating func add(file path: String) {
        var status = stat()
        if stat(path, &status) != 0 {
            problem = "\(path) can't be read, \(String(cString: strerror(errno)))"
        } else if status.st_mode & S_IFMT != S_IFREG {
            problem = "\(path) is not a file"
        } else {
            pieces.append(.file(path: path, length: Int64(status.st_size)))
        }
    }
}
