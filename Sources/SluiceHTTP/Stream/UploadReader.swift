import Glibc

/// Reads an upload's pieces one after the other; on the transport's thread only.
final class UploadReader {
    private let pieces: [UploadBody.Piece]
    /// How many bytes there are in all.
    let length: Int64
    /// Why it could not be read to its end.
    private(set) var failure: String?
    private var index = 0
    private var offset: Int64 = 0
    private var descriptor: Int32 = -1

    init(_ body: UploadBody) {
        pieces = body.pieces
        length = body.length
    }

    deinit { closeFile() }

    /// Begins again.
    func rewind() {
        closeFile()
        (index, offset) = (0, 0)
    }

    /// The next bytes, as many as there is room for or fewer; 0 at the end, nil when it can't go on.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
        while index < pieces.count {
            let piece = pieces[index]
            let most = Int(min(Int64(room.count), piece.length - offset))
            guard most > 0 else {
                closeFile()
                (index, offset) = (index + 1, 0)
                continue
            }
            switch piece {
            case .bytes(let bytes):
                let start = Int(offset)
                room.copyBytes(from: bytes[start..<start + most])
            case .file(let path, _):
                guard let count = read(path, into: room, most) else { return nil }
                offset += Int64(count)
                return count
            }
            offset += Int64(most)
            return most
        }
        return 0
    }

    private func read(
        _ path: String, into room: UnsafeMutableRawBufferPointer, _ most: Int
    ) -> Int? {
        if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
        let count = descriptor < 0 ? -1 : Glibc.read(descriptor, room.baseAddress, most)
        if count > 0 { return count }
        failure =
            count == 0
            ? "\(path) became shorter while it was sent"
            : "\(path) can't be read, \(String(cString: strerror(errno)))"
        return nil
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
