/// The fields and files of a form, as a browser sends them with files in it (RFC 7578).
///
///     var form = MultipartForm(boundary: "b-71f3")
///     form.add("name", "Ana")
///     form.add("photo", file: "/home/ana/photo.png", type: "image/png")
///     client.post("/v3/me/photo").multipart(form).object()
///
/// Files are read while they are sent. The boundary must not occur in what is sent: take a random one.
public struct MultipartForm: Sendable, Hashable {
    private let boundary: String
    private var body = UploadBody()
    private var problem: String?

    /// Makes an empty form; a boundary has 1 to 70 letters, digits and `'()+_,-./:=?` (RFC 2046 §5.1.1).
    public init(boundary: String) {
        self.boundary = boundary
        let isFine = boundary.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "'()+_,-./:=?".utf8.contains(byte)
            }
        }
        if !isFine || !(1...70).contains(boundary.utf8.count) {
            problem = "the boundary of the form can't be one"
        }
    }

    /// Adds a text.
    public mutating func add(_ name: String, _ value: String) {
        begin(name)
        body.add("\r\n\r\n\(value)\r\n")
    }

    /// Adds a file; it is named as its path ends, unless said otherwise.
    public mutating func add(
        _ name: String, file path: String, as fileName: String? = nil,
        type: String = "application/octet-stream"
    ) {
        if type.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            problem = "the type of \(path) holds a character that none may"
        }
        begin(name)
        let shown = fileName ?? path.split(separator: "/").last.map(String.init) ?? ""
        body.add("; filename=\"\(Self.escape(shown))\"\r\nContent-Type: \(type)\r\n\r\n")
        body.add(file: path)
        body.add("\r\n")
    }

    private mutating func begin(_ name: String) {
        body.add("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(name))\"")
    }

    /// What a name may hold, as browsers write it: nothing in it can end its line or its quotes.
    ///
    /// Byte by byte, since a carriage return and a line feed are one character.
    private static func escape(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\r"): Array("%0D".utf8)
            case UInt8(ascii: "\n"): Array("%0A".utf8)
            case UInt8(ascii: "\""): Array("%22".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The whole, its type, and what is wrong with it.
    var finished: (body: UploadBody, type: String, problem: String?) {
        var whole = body
        whole.add("--\(boundary)--\r\n")
        return (whole, "multipart/form-data; boundary=\"\(boundary)\"", problem ?? body.problem)
    }
}

extension APICall {
    /// Sends a form with files; how far it is reaches the call's activity trackers, in bytes.
    public func multipart(_ form: MultipartForm) -> APICall {
        let (body, type, problem) = form.finished
        return upload(body, type: type, problem)
    }

    /// Sends a file as the body; how far it is reaches the call's activity trackers, in bytes.
    public func file(_ path: String, type: String = "application/octet-stream") -> APICall {
        let body = UploadBody(file: path)
        return upload(body, type: type, body.problem)
    }

    private func upload(_ body: UploadBody, type: String, _ problem: String?) -> APICall {
        with { call in
            call.request.body = nil
            call.request.upload = body
            call.request.headers["Content-Type"] = type
            call.mistake = problem ?? call.mistake
            call.reportsProgress = true
        }
    }
}
