import CCurl

/// A gzip body that is decompressed as it comes; knows whether its end was seen (RFC 1952).
final class GzipStream {
    /// What a part came to.
    enum Outcome {
        case fine
        case tooLarge
        case unwanted
        case damaged
    }

    private let stream: OpaquePointer
    private let room: UnsafeMutableRawBufferPointer
    /// Whether the stream stands at the end of a member, where a body may end.
    private(set) var isComplete = false

    /// Begins a stream; nil where zlib isn't installed.
    init?() {
        guard let stream = cinflate_begin() else { return nil }
        self.stream = stream
        room = .allocate(byteCount: 64 << 10, alignment: 16)
    }

    deinit {
        cinflate_end(stream)
        room.deallocate()
    }

    /// Decompresses a part to the end of `body`.
    func decompress(_ part: UnsafeRawBufferPointer, into body: inout BodyBuffer) -> Outcome {
        var rest = part[...]
        while true {
            if isComplete {
                // Another member may follow, and what follows must be one.
                guard !rest.isEmpty else { return .fine }
                guard cinflate_restart(stream) != 0 else { return .damaged }
                isComplete = false
            }
            let (state, used, made) = step(UnsafeRawBufferPointer(rebasing: rest))
            rest = rest.dropFirst(used)
            let isStuck = used == 0 && made == 0 && !rest.isEmpty
            if state == CINFLATE_BAD || isStuck { return .damaged }
            switch body.append(UnsafeRawBufferPointer(rebasing: room[..<made])) {
            case .taken: break
            case .tooLarge: return .tooLarge
            case .unwanted: return .unwanted
            }
            isComplete = state == CINFLATE_END
            // Output that filled the room may have more behind it, even when no input is left.
            if rest.isEmpty, made < room.count { return .fine }
        }
    }

    private func step(_ input: UnsafeRawBufferPointer) -> (cinflate_state, Int, Int) {
        var used = 0
        var made = 0
        let state = cinflate_step(
            stream, input.bindMemory(to: UInt8.self).baseAddress, input.count, &used,
            room.bindMemory(to: UInt8.self).baseAddress, room.count, &made)
        return (state, used, made)
    }
}
