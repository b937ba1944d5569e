import CCurl

extension CurlTransfer {
    /// Whether all that it needs is set anew by every other transfer: a GET that sends nothing, and
    /// whose URL names nobody, since libcurl keeps a user of the URL in the handle.
    var isPlain: Bool {
        job.request.method == .get && job.request.body == nil && upload == nil
            && job.hooks.progress == nil && job.request.url.userInfo == nil
    }

    /// Tells libcurl what to do; the handle has no options yet, or those of a plain transfer.
    func configure(_ options: CurlTransport.Options) {
        handle.prepare { $0.setCommonOptions(options) }
        let request = job.request
        let own = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CCURLOPT_PRIVATE, own)
        handle.set(CCURLOPT_HEADERDATA, own)
        handle.set(CCURLOPT_WRITEDATA, own)
        handle.set(CCURLOPT_URL, request.url.text)
        handle.setConnectTime(job.limits.connect.curlMilliseconds)
        proxy = options.proxy.map { HTTPURL($0)?.description ?? "of the settings" }

        switch request.method {
        case .get where request.body == nil && upload == nil: break
        case .head: handle.set(CCURLOPT_NOBODY, true)
        case .post, .get, .put, .patch, .delete:
            if let upload {
                handle.set(CCURLOPT_POST, true)
                setUpload(upload, isRepeatable: request.isRepeatable)
            } else if request.body != nil || request.method != .delete {
                handle.set(CCURLOPT_POST, true)
                handle.setBody(request.body ?? [])
                // With nothing to read again, there is no kept connection to try in vain.
                if !request.isRepeatable { handle.set(CCURLOPT_FRESH_CONNECT, true) }
            }
            handle.set(CCURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        handle.setFields(of: request.headers, Self.lines)
        if job.hooks.progress != nil { setProgress(own) }
    }

    /// The header lines, with what keeps libcurl from adding lines of its own.
    private static func lines(of headers: HTTPHeaders) -> [String] {
        // `Name;` is how libcurl is told of a field with an empty value.
        var lines = headers.fields.map { field in
            field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)"
        }
        lines.append("Expect:")
        if headers["Content-Type"] == nil { lines.append("Content-Type:") }
        if headers["Accept-Encoding"] == nil, cinflate_available() != 0 {
            lines.append("Accept-Encoding: gzip")
        }
        return lines
    }
}

extension CurlHandle {
    /// Sets what every transfer of a transport has in common.
    fileprivate func setCommonOptions(_ options: CurlTransport.Options) {
        // What a path says is meant, dots included; and a name's resolution is not waited for.
        set(CCURLOPT_PATH_AS_IS, true)
        set(CCURLOPT_QUICK_EXIT, true)
        set(CCURLOPT_NOSIGNAL, true)
        set(CCURLOPT_HTTP_VERSION, Int(CCURL_HTTP_VERSION_2TLS))
        set(CCURLOPT_BUFFERSIZE, 64 << 10)
        set(CCURLOPT_USERAGENT, options.userAgent)
        // An empty proxy keeps libcurl from looking into the environment.
        set(CCURLOPT_PROXY, options.proxy ?? "")
        if options.proxy != nil { set(CCURLOPT_NOPROXY, "") }
        if let caFile = options.caFile { set(CCURLOPT_CAINFO, caFile) }
        setCallbacks()
    }

    private func setCallbacks() {
        set(CCURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.take(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        set(CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            // Anything but the count tells libcurl to end the transfer.
            return transfer.take(part: part) || part.isEmpty ? size * count : size * count + 1
        }
    }
}
