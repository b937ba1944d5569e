import CCurl

/// One request on the thread: what libcurl is told, and what has come so far.
final class CurlTransfer {
    let job: CurlJob
    let handle: CurlHandle
    private(set) var headers = HTTPHeaders()
    private(set) var body: BodyBuffer
    private var gzip: GzipStream?
    private var hasBegun = false
    /// What is read while it is sent: a body from files, and one that may be sent only once.
    private(set) var upload: UploadReader?
    /// The proxy that it goes through, without secrets; nil for none.
    var proxy: String?
    /// Why the body was not taken on, when it wasn't.
    private(set) var refusal: Refusal?
    private let mostKept: Int
    private let begun: Moment
    private var lastMove: Moment
    private var uploaded: Int64 = 0
    private var lastProgress = TransferProgress()

    /// Why a transfer was ended from here.
    enum Refusal {
        case tooLarge
        case badCompression(String)
        /// Whoever takes the body wants no more of it.
        case unwanted
    }

    /// `mostKept` is how long a body may be that is kept although another one is handed on.
    init(_ job: CurlJob, _ handle: CurlHandle, _ now: Moment, mostKept: Int) {
        self.mostKept = mostKept
        self.job = job
        self.handle = handle
        body = BodyBuffer(limit: job.limits.bodyBytes)
        let request = job.request
        if let file = request.upload {
            upload = UploadReader(file)
        } else if let body = request.body, !body.isEmpty, !request.isRepeatable {
            upload = UploadReader(UploadBody(bytes: body))
        }
        begun = now
        lastMove = now
    }

    /// The moment at which the transfer has been idle for too long, as far as is known now.
    ///
    /// A body on its way out is movement too. Until there is a connection, another limit counts.
    func idleDeadline(_ now: Moment) -> Moment {
        let (sent, connectedAfter) = (handle.uploaded, handle.connectedAfter)
        if sent != uploaded || connectedAfter == .zero {
            uploaded = sent
            lastMove = now
        }
        lastMove = max(lastMove, begun + connectedAfter)
        return lastMove + job.limits.idle
    }

    /// The error of a transfer that has been idle for too long.
    var idleError: RequestError {
        RequestError(
            .timedOut, request: job.request,
            detail: "no byte came for \(job.limits.idle.shortDescription)")
    }

    /// The error of a transfer that has taken all of its time.
    var lateError: RequestError {
        RequestError(
            .timedOut, request: job.request, response: partialAnswer,
            detail: "not complete within \(job.limits.total.shortDescription)")
    }

    /// Whether a TLS library reads and writes for it.
    var usesTLS: Bool {
        job.request.url.scheme == "https" || proxy?.hasPrefix("https:") == true
    }

    /// Passes on how far it is, where that has changed.
    func note(_ progress: TransferProgress) {
        guard progress != lastProgress else { return }
        lastProgress = progress
        job.hooks.progress?(progress)
    }

    /// Takes a header line, its line break included.
    func take(line: UnsafeRawBufferPointer) {
        lastMove = .monotonicNow
        // A trailer says nothing that was not judged by the headers already.
        guard !hasBegun else { return }
        // The final answer's block comes after those of interim answers and of a proxy.
        if line.starts(with: "HTTP/".utf8) { headers = HTTPHeaders() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = line.trimmed(colon + 1..<line.count)
        headers.add(name, String(decoding: value, as: UTF8.self))
    }

    /// Takes a part of the body; false when no more is wanted.
    func take(part: UnsafeRawBufferPointer) -> Bool {
        lastMove = .monotonicNow
        if !hasBegun {
            hasBegun = true
            if let receiver = job.hooks.receive {
                // What a receiver may take is no measure for a refusal, which is kept.
                if (200..<300).contains(handle.status) {
                    body.receiver = receiver
                } else {
                    body = BodyBuffer(limit: min(body.limit, mostKept))
                }
            }
            begin()
            guard refusal == nil else { return false }
        }
        guard let gzip else {
            switch body.append(part) {
            case .taken: return true
            case .tooLarge: refusal = .tooLarge
            case .unwanted: refusal = .unwanted
            }
            return false
        }
        switch gzip.decompress(part, into: &body) {
        case .fine: return true
        case .tooLarge: refusal = .tooLarge
        case .unwanted: refusal = .unwanted
        case .damaged: refusal = .badCompression("the gzip stream is damaged")
        }
        return false
    }

    /// Looks at the headers before the first byte: how the body is packed, and how long it is.
    private func begin() {
        switch headers["Content-Encoding"]?.lowercased() {
        case nil, "", "identity":
            guard let length = handle.contentLength else { return }
            if length > body.limit { refusal = .tooLarge }
            body.expect(length)
        case "gzip", "x-gzip":
            gzip = GzipStream()
            if gzip == nil { refusal = .badCompression("gzip can't be read without zlib") }
        case let other?:
            refusal = .badCompression("compressed with \(other), which was not asked for")
        }
    }

    /// The result of a transfer that libcurl has ended.
    func finish(_ code: Int32) -> Result<HTTPResponse, RequestError> {
        if code == CCURLE_OK, let gzip, !gzip.isComplete {
            return .failure(failure(badAnswer: "the gzip stream is cut"))
        }
        guard code == CCURLE_OK else { return .failure(failure(code)) }
        if gzip != nil { headers.remove("Content-Encoding") }
        return .success(
            HTTPResponse(status: handle.status, headers: headers, body: body.take()))
    }
}

extension UnsafeRawBufferPointer {
    /// The part of `range` without blanks and line breaks at both ends.
    fileprivate func trimmed(_ range: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] <= 0x20 { start += 1 }
        while end > start, self[end - 1] <= 0x20 { end -= 1 }
        return self[start..<end]
    }
}
