import SluiceFlow

extension APICall {
    /// Has the trackers of the call told how far it is, in bytes; uploads and downloads do so anyway.
    public func reportingProgress() -> APICall { with { $0.reportsProgress = true } }

    /// The same call, with limits for a transfer that may be long, unless it was given some.
    ///
    /// Nothing but standing still ends such a transfer: it has a day, and a body of any size.
    func stretched(idle: Duration? = nil) -> APICall {
        guard !hasOwnLimits else { return self }
        return with { call in
            var limits = call.client.limits
            limits.total = .seconds(86_400)
            limits.idle = max(limits.idle, idle ?? .zero)
            limits.bodyBytes = .max
            call.request.limits = limits
        }
    }

    /// Passes on what a transfer tells, from the transport's thread to the trackers of this call.
    func reportingProgress<Value: Sendable>(
        _ transfer: (@escaping TransferHooks.Progress) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        // Only the newest is worth telling: a fast transfer must not fill the memory.
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        async let told: Void = Self.tell(stream, isUpload: request.upload != nil)
        let result: Result<Value, RequestError>
        do throws(RequestError) {
            result = .success(try await transfer { continuation.yield($0) })
        } catch {
            result = .failure(error)
        }
        continuation.finish()
        await told
        return try result.get()
    }

    private static func tell(
        _ stream: AsyncStream<TransferProgress>, isUpload: Bool
    ) async {
        for await progress in stream {
            await CallProgress.report(
                completed: isUpload ? progress.sent : progress.received,
                total: isUpload ? progress.toSend : progress.toReceive, unit: "bytes")
        }
    }
}
