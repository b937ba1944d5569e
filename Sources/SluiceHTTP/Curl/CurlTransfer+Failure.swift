import CCurl

extension CurlTransfer {
    /// The error of an answer that began and can't be used.
    func failure(badAnswer detail: String) -> RequestError {
        RequestError(.badAnswer, request: job.request, response: partialAnswer, detail: detail)
    }

    /// The error that a result of libcurl means here.
    func failure(_ code: Int32) -> RequestError {
        switch refusal {
        case .tooLarge:
            return RequestError(
                .tooLarge, request: job.request, response: partialAnswer,
                detail: "more than \(body.limit) bytes")
        case .badCompression(let detail): return failure(badAnswer: detail)
        case .unwanted:
            return RequestError(
                .cancelled, request: job.request, response: partialAnswer,
                detail: "no more was wanted")
        case nil: break
        }
        if let failure = upload?.failure {
            return RequestError(.setup, request: job.request, detail: failure)
        }
        if handle.proxyStatus == 407 {
            return unreachable("the proxy wants a login", hint: RequestError.proxyLoginHint)
        }
        switch code {
        case CCURLE_OPERATION_TIMEDOUT:
            // The only limit of libcurl's own.
            let limit = job.limits.connect.shortDescription
            return unreachable("no connection within \(limit)")
        case CCURLE_COULDNT_RESOLVE_HOST:
            return unreachable("the name \(job.request.url.host) can't be resolved")
        case CCURLE_COULDNT_RESOLVE_PROXY:
            return unreachable(
                "the proxy's name can't be resolved", hint: RequestError.proxyHint)
        case CCURLE_COULDNT_CONNECT:
            return proxy.map {
                unreachable("no connection to the proxy \($0)", hint: RequestError.proxyHint)
            } ?? unreachable("no connection to \(job.request.url.origin)")
        case CCURLE_PEER_FAILED_VERIFICATION:
            return unreachable(
                "no secure connection, \(words(code))", hint: RequestError.certificateHint)
        case CCURLE_SSL_CONNECT_ERROR:
            return unreachable("no secure connection, \(words(code))")
        case CCURLE_URL_MALFORMAT, CCURLE_FAILED_INIT, CCURLE_OUT_OF_MEMORY,
            CCURLE_SSL_CACERT_BADFILE:
            return RequestError(.setup, request: job.request, detail: words(code))
        case CCURLE_PARTIAL_FILE:
            return failure(badAnswer: "the body is cut after \(body.count) bytes")
        case CCURLE_GOT_NOTHING, CCURLE_SEND_ERROR, CCURLE_SEND_FAIL_REWIND, CCURLE_RECV_ERROR:
            return handle.status == 0
                ? unreachable("the connection was closed without an answer")
                : failure(badAnswer: "the answer is cut after \(body.count) bytes")
        default:
            return handle.status == 0 && !isAnswerFault(code)
                ? unreachable(words(code)) : failure(badAnswer: words(code))
        }
    }

    private func isAnswerFault(_ code: Int32) -> Bool {
        switch code {
        case CCURLE_UNSUPPORTED_PROTOCOL, CCURLE_WEIRD_SERVER_REPLY, CCURLE_HTTP2,
            CCURLE_HTTP2_STREAM, CCURLE_BAD_CONTENT_ENCODING:
            true
        default: false
        }
    }

    private func unreachable(_ detail: String, hint: String? = nil) -> RequestError {
        RequestError(.unreachable, request: job.request, detail: detail, hint: hint)
    }

    /// What came of an answer, for an error to show.
    var partialAnswer: HTTPResponse? {
        guard handle.status > 0 else { return nil }
        return HTTPResponse(
            status: handle.status, headers: headers, body: Array(body.bytes.prefix(4096)))
    }

    private func words(_ code: Int32) -> String {
        let words = handle.lastError
        return words.isEmpty ? String(cString: ccurl_easy_strerror(code)) : words
    }
}
