/// What a caller wants to be told of while a transfer runs; called on any thread, one at a time.
///
/// Neither may block for long: other transfers wait meanwhile.
public struct TransferHooks: Sendable {
    /// Takes a part of a body; false ends the transfer.
    public typealias Receive = @Sendable (UnsafeRawBufferPointer) -> Bool
    /// Is told how far a transfer has come.
    public typealias Progress = @Sendable (TransferProgress) -> Void

    /// Takes the body of a 2xx answer part by part, which is then not kept.
    public var receive: Receive?
    /// Is told how far the transfer has come.
    public var progress: Progress?

    /// Makes hooks.
    public init(
        receive: Receive? = nil, progress: Progress? = nil
    ) {
        self.receive = receive
        self.progress = progress
    }

    /// Whether nobody wants to know anything.
    var areEmpty: Bool { receive == nil && progress == nil }
}

/// How far a transfer has come, in bytes as they go over the wire.
public struct TransferProgress: Sendable, Hashable {
    /// How many have been sent.
    public var sent: Int64
    /// How many there are to send; nil where that isn't known.
    public var toSend: Int64?
    /// How many have come.
    public var received: Int64
    /// How many are to come; nil where that isn't known.
    public var toReceive: Int64?

    /// Makes a progress.
    public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil)
    {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }
}

extension Transport {
    /// Sends a request, and hands the whole body over at its end: for a transport that can't stream.
    public func send(
        _ request: HTTPRequest, _ hooks: TransferHooks
    ) async throws(RequestError) -> HTTPResponse {
        var response = try await send(request)
        let count = Int64(response.body.count)
        hooks.progress?(TransferProgress(received: count, toReceive: count))
        guard let receive = hooks.receive, (200..<300).contains(response.status) else {
            return response
        }
        let isTaken = response.body.isEmpty || response.body.withUnsafeBytes(receive)
        response.body = []
        if isTaken { return response }
        throw RequestError(
            .cancelled, request: request, response: response, detail: "no more was wanted")
    }
}
