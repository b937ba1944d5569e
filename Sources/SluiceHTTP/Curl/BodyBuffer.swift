/// The bytes of a body as they come, up to a limit.
///
/// Room is made once where the length is known. Where it isn't, a body that has passed 1 MiB gets
/// room for all that is allowed: pages that are never written cost nothing, whereas growing step by
/// step would hold a body twice while it is copied.
struct BodyBuffer {
    private(set) var bytes: [UInt8] = []
    /// How many bytes have come, also those that were handed on.
    private(set) var count = 0
    /// Takes the bytes in place of this; nil to keep them.
    var receiver: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    let limit: Int
    /// No more room is made on a server's word alone.
    private static let mostExpected = 1 << 26

    /// What became of a part.
    enum Outcome { case taken, tooLarge, unwanted }

    init(limit: Int) { self.limit = limit }

    /// Makes room for a body of a known length.
    mutating func expect(_ length: Int) {
        if receiver == nil { bytes.reserveCapacity(min(length, limit, Self.mostExpected)) }
    }

    /// Adds a part, or hands it on.
    mutating func append(_ part: UnsafeRawBufferPointer) -> Outcome {
        guard part.count <= limit - count else { return .tooLarge }
        count += part.count
        if let receiver { return part.isEmpty || receiver(part) ? .taken : .unwanted }
        let needed = bytes.count + part.count
        if needed > bytes.capacity, needed > 1 << 20, limit <= 1 << 30 {
            bytes.reserveCapacity(limit)
        }
        bytes.append(contentsOf: part)
        return .taken
    }

    /// Gives the bytes away.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
