import CCurl

// What libcurl calls while a transfer runs, for bodies from files and for who wants to know how far
// it is; only transfers that have one pay for it.
extension CurlTransfer {
    /// Has libcurl read the body piece by piece.
    ///
    /// A kept connection that is closed before a byte of the answer comes makes libcurl send the request
    /// again on another, whatever its method. The server may have done by then what it was asked, so a
    /// body that may be sent once can't be read from its start again, which ends the transfer.
    func setUpload(_ upload: UploadReader, isRepeatable: Bool) {
        let own = Unmanaged.passUnretained(upload).toOpaque()
        handle.setBodyLength(upload.length)
        handle.set(CCURLOPT_READDATA, own)
        handle.set(CCURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return Int(CCURL_READFUNC_ABORT) }
            let upload = Unmanaged<UploadReader>.fromOpaque(context).takeUnretainedValue()
            let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return upload.read(into: room) ?? Int(CCURL_READFUNC_ABORT)
        }
        guard isRepeatable else { return }
        handle.set(CCURLOPT_SEEKDATA, own)
        handle.setSeek { context, offset, origin in
            guard let context, offset == 0, origin == 0 else { return 1 }
            let upload = Unmanaged<UploadReader>.fromOpaque(context).takeUnretainedValue()
            upload.rewind()
            return 0
        }
    }

    /// Has libcurl tell how far it is.
    func setProgress(_ own: UnsafeMutableRawPointer) {
        handle.set(CCURLOPT_NOPROGRESS, false)
        handle.set(CCURLOPT_XFERINFODATA, own)
        handle.setProgress { context, toReceive, received, toSend, sent in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.note(
                TransferProgress(
                    sent: sent, toSend: toSend > 0 ? toSend : nil, received: received,
                    toReceive: toReceive > 0 ? toReceive : nil))
            return 0
        }
    }
}
