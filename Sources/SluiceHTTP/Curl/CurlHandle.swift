import CCurl

/// An easy handle with what it points to: its list of fields, and the text of its last error.
final class CurlHandle {
    let easy: OpaquePointer
    /// Whether the options that are the same for every transfer of a transport are set.
    private(set) var isPrepared = false
    private var fields: OpaquePointer?
    /// What the list of fields was made of.
    private var headers: HTTPHeaders?
    private var connectTime = 0
    private let errorText: UnsafeMutablePointer<CChar>

    /// Makes a handle; nil when there is no memory.
    init?() {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    }

    deinit {
        ccurl_easy_cleanup(easy)
        freeFields()
        errorText.deallocate()
    }

    /// Makes it ready for the next transfer; connections are the multi handle's, and stay.
    ///
    /// After a plain transfer the options are kept, since the next one sets what differs: setting them
    /// all costs more than the rest that is done here for a small request.
    func reset(wasPlain: Bool) {
        errorText[0] = 0
        guard !wasPlain else { return }
        ccurl_easy_reset(easy)
        isPrepared = false
        connectTime = 0
        freeFields()
    }

    private func freeFields() {
        if let fields { ccurl_slist_free_all(fields) }
        fields = nil
        headers = nil
    }

    /// Sets what is the same for every transfer, unless it is set.
    func prepare(_ options: (CurlHandle) -> Void) {
        guard !isPrepared else { return }
        isPrepared = true
        set(CCURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
        options(self)
    }

    /// libcurl's words for what went wrong; empty when it has none.
    var lastError: String { String(cString: errorText) }

    func set(_ option: Int32, _ value: Int) { _ = ccurl_set_long(easy, option, value) }

    func set(_ option: Int32, _ value: Bool) { set(option, value ? 1 : 0) }

    func set(_ option: Int32, _ value: String) { _ = ccurl_set_string(easy, option, value) }

    func set(_ option: Int32, _ value: UnsafeMutableRawPointer) {
        _ = ccurl_set_pointer(easy, option, value)
    }

    func set(_ option: Int32, _ value: @escaping ccurl_data_callback) {
        _ = ccurl_set_callback(easy, option, value)
    }

    /// Sets the body; libcurl keeps a copy.
    func setBody(_ body: [UInt8]) {
        _ = ccurl_set_int64(easy, CCURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
        body.withUnsafeBytes { bytes in
            // Only read: setopt takes no const pointer. An empty body needs an address all the same.
            let start = bytes.baseAddress ?? UnsafeRawPointer(errorText)
            set(CCURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
        }
    }

    /// Says how long a body is that a callback gives.
    func setBodyLength(_ length: Int64) {
        _ = ccurl_set_int64(easy, CCURLOPT_POSTFIELDSIZE_LARGE, length)
    }

    func setSeek(_ callback: @escaping ccurl_seek_callback) { _ = ccurl_set_seek(easy, callback) }

    func setProgress(_ callback: @escaping ccurl_progress_callback) {
        _ = ccurl_set_progress(easy, callback)
    }

    /// Sets the header lines, unless they are those of the transfer before.
    func setFields(of headers: HTTPHeaders, _ lines: (HTTPHeaders) -> [String]) {
        guard headers != self.headers else { return }
        _ = ccurl_set_list(easy, CCURLOPT_HTTPHEADER, nil)
        freeFields()
        for line in lines(headers) { fields = ccurl_slist_append(fields, line) ?? fields }
        if let fields { _ = ccurl_set_list(easy, CCURLOPT_HTTPHEADER, fields) }
        self.headers = headers
    }

    /// Sets how long connecting may take, unless it is as before.
    func setConnectTime(_ milliseconds: Int) {
        guard milliseconds != connectTime else { return }
        connectTime = milliseconds
        set(CCURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    }

    /// How many bytes of the request's body have gone.
    var uploaded: Int64 { ccurl_info_int64(easy, CCURLINFO_SIZE_UPLOAD_T) }

    /// Whether there has been a connection over which the request could go.
    var wasConnected: Bool { connectedAfter > .zero }

    /// Whether the transfer made a connection, in place of a kept one or of one that was closed.
    var wasConnectedAnew: Bool { ccurl_info_long(easy, CCURLINFO_NUM_CONNECTS) > 0 }

    /// How long after its beginning there was a connection to send over; 0 where there was none.
    var connectedAfter: Duration {
        .microseconds(ccurl_info_int64(easy, CCURLINFO_PRETRANSFER_TIME_T))
    }

    /// The answer's status; 0 before there is one.
    var status: Int { ccurl_info_long(easy, CCURLINFO_RESPONSE_CODE) }

    /// What a proxy answered to the request for a way through it; 0 where none was made.
    var proxyStatus: Int { ccurl_info_long(easy, CCURLINFO_HTTP_CONNECTCODE) }

    /// How long the answer says that its body is, compressed or not; nil when it doesn't.
    var contentLength: Int? {
        let length = ccurl_info_int64(easy, CCURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return length > 0 ? Int(length) : nil
    }
}
