/// How long a transfer may take, and how much it may bring.
public struct Limits: Sendable, Hashable {
    /// The most time until there is a connection, name resolution and TLS included.
    public var connect: Duration
    /// The most time without a byte in either direction, once connected.
    public var idle: Duration
    /// The most time from the call to the last byte.
    public var total: Duration
    /// The most bytes of a body, counted after decompression.
    public var bodyBytes: Int

    /// Makes limits; without arguments 2 s, 10 s, 15 s and 64 MiB.
    public init(
        connect: Duration = .seconds(2), idle: Duration = .seconds(10),
        total: Duration = .seconds(15), bodyBytes: Int = 64 << 20
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
        self.bodyBytes = bodyBytes
    }
}
