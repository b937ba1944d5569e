/// The tokens of one document, in document order; owns their memory.
///
/// Not an `Array`: appending to one checks uniqueness each time, which is most of a scanner's work.
struct JSONTape: ~Copyable {
    private(set) var tokens: UnsafeMutablePointer<JSONToken>
    private(set) var count = 0
    private var capacity: Int

    /// Makes an empty tape with room for `capacity` tokens.
    init(capacity: Int) {
        self.capacity = max(16, capacity)
        tokens = .allocate(capacity: self.capacity)
    }

    deinit { tokens.deallocate() }

    @inline(__always)
    mutating func append(_ token: JSONToken) {
        if count == capacity { grow() }
        tokens[count] = token
        count &+= 1
    }

    /// Turns an open container into a closed one that spans everything since.
    @inline(__always)
    mutating func close(_ index: Int, at offset: Int) {
        append(JSONToken(.end, offset: offset, length: 0))
        let open = tokens[index]
        tokens[index] = JSONToken(open.kind, offset: open.offset, length: count &- index)
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSONToken>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: tokens, count: count)
        tokens.deallocate()
        tokens = larger
        capacity *= 2
    }
}
