import CCurl

extension CurlTransfer {
    /// Tells libcurl what to do; the handle has no options yet.
    func configure(_ options: CurlTransport.Options, millisecondsLeft: Int) {
        let request = job.request
        let own = Unmanaged.passUnretained(self).toOpaque()
        handle.keepErrors()
        handle.set(CCURLOPT_PRIVATE, own)
        handle.set(CCURLOPT_URL, request.url.text)
        // What a path says is meant, dots included; and a name's resolution is not waited for.
        handle.set(CCURLOPT_PATH_AS_IS, true)
        handle.set(CCURLOPT_QUICK_EXIT, true)
        handle.set(CCURLOPT_NOSIGNAL, true)
        handle.set(CCURLOPT_HTTP_VERSION, Int(CCURL_HTTP_VERSION_2TLS))
        handle.set(CCURLOPT_BUFFERSIZE, 64 << 10)
        handle.set(CCURLOPT_CONNECTTIMEOUT_MS, job.limits.connect.curlMilliseconds)
        handle.set(CCURLOPT_TIMEOUT_MS, min(max(1, millisecondsLeft), Int(Int32.max)))
        handle.set(CCURLOPT_USERAGENT, options.userAgent)
        // An empty proxy keeps libcurl from looking into the environment.
        handle.set(CCURLOPT_PROXY, options.proxy ?? "")
        if let proxy = options.proxy {
            handle.set(CCURLOPT_NOPROXY, "")
            self.proxy = HTTPURL(proxy)?.description ?? "of the settings"
        }
        if let caFile = options.caFile { handle.set(CCURLOPT_CAINFO, caFile) }

        switch request.method {
        case .get where request.body == nil && upload == nil: break
        case .head: handle.set(CCURLOPT_NOBODY, true)
        case .post, .get, .put, .patch, .delete:
            if let upload {
                handle.set(CCURLOPT_POST, true)
                setUpload(upload)
            } else if request.body != nil || request.method != .delete {
                handle.set(CCURLOPT_POST, true)
                handle.setBody(request.body ?? [])
            }
            handle.set(CCURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        handle.setFields(lines(of: request))
        setCallbacks(own)
        if job.hooks.progress != nil { setProgress(own) }
    }

    /// The header lines, with what keeps libcurl from adding lines of its own.
    private func lines(of request: HTTPRequest) -> [String] {
        // `Name;` is how libcurl is told of a field with an empty value.
        var lines = request.headers.fields.map { field in
            field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)"
        }
        lines.append("Expect:")
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        if request.headers["Accept-Encoding"] == nil, cinflate_available() != 0 {
            lines.append("Accept-Encoding: gzip")
        }
        return lines
    }

    private func setCallbacks(_ own: UnsafeMutableRawPointer) {
        handle.set(CCURLOPT_HEADERDATA, own)
        handle.set(CCURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.take(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        handle.set(CCURLOPT_WRITEDATA, own)
        handle.set(CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            // Anything but the count tells libcurl to end the transfer.
            return transfer.take(part: part) || part.isEmpty ? size * count : size * count + 1
        }
    }
}
