/// The bytes of a body as they come, up to a limit.
///
/// Room is made once where the length is known. Where it isn't, a body that has passed 1 MiB gets
/// room for all that is allowed: pages that are never written cost nothing, whereas growing step by
/// step would hold a body twice while it is copied.
struct BodyBuffer {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Makes room for a body of a known length.
    mutating func expect(_ length: Int) { bytes.reserveCapacity(min(length, limit)) }

    /// Adds a part; false when it would pass the limit.
    mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
        guard part.count <= limit - bytes.count else { return false }
        let needed = bytes.count + part.count
        if needed > bytes.capacity, needed > 1 << 20, limit <= 1 << 30 {
            bytes.reserveCapacity(limit)
        }
        bytes.append(contentsOf: part)
        return true
    }

    /// Gives the bytes away.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
