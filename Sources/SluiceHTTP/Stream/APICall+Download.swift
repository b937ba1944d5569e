public import SluiceFlow

extension APICall {
    /// Writes the body of the answer into a file, as it comes, and gives its length in bytes.
    ///
    /// The file takes the place of an older one only when it is whole; until then, and after a
    /// failure, that stays as it was. How far it is reaches the call's activity trackers. Without
    /// limits of its own the call has a day and no limit of size. Fails as any call does, and with
    /// `setup` when the file can't be written.
    public func download(to path: String) -> Single<Int64, RequestError> {
        var call = stretched()
        call.reportsProgress = true
        return Single(label) { [call] () async throws(RequestError) in
            try await call.runDownload(to: path)
        }
        .catchPolicy(policy ?? client.catchPolicy)
    }

    private func runDownload(to path: String) async throws(RequestError) -> Int64 {
        let writers = LastMade<FileWriter>()
        let request = request
        do throws(RequestError) {
            return try await run(
                receiver: { () throws(RequestError) in
                    let writer = try FileWriter(path, for: request)
                    writers.value = writer
                    return { writer.write($0) }
                },
                { payload throws(RequestError) in
                    guard let writer = writers.value else { return 0 }
                    return try writer.finish(request)
                })
        } catch {
            guard let failure = writers.value?.failure else { throw error }
            throw RequestError(.setup, request: request, detail: failure)
        }
    }
}
