/// What a loopback server does in answer to one request, byte by byte.
struct LoopbackReply: Sendable {
    enum Step: Sendable {
        /// Sends bytes.
        case send([UInt8])
        /// Sends the same bytes again and again, until all are sent or the peer has gone.
        case flood([UInt8], times: Int)
        /// Sends a byte, and another every so many milliseconds, until the peer has gone.
        case drip(UInt8, every: Int32)
        /// Does nothing until the peer has closed the connection.
        case hold
        /// Closes the connection.
        case close
    }

    var steps: [Step]

    /// An answer as a well-behaved server gives it.
    static func answer(
        _ status: Int, _ text: String = "", headers: [String] = ["Content-Type: application/json"]
    ) -> LoopbackReply {
        .answer(status, Array(text.utf8), headers: headers)
    }

    /// The same, with bytes.
    static func answer(_ status: Int, _ body: [UInt8], headers: [String] = []) -> LoopbackReply {
        let fields = headers + ["Content-Length: \(body.count)"]
        return LoopbackReply(steps: [.send(head("\(status) Some reason", fields) + body)])
    }

    /// The bytes of a status line and header fields.
    static func head(_ status: String, _ fields: [String]) -> [UInt8] {
        Array((["HTTP/1.1 " + status] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    }
}

/// What a loopback server was asked.
struct LoopbackRequest: Sendable {
    var method: String
    var target: String
    /// The header lines, as they came.
    var lines: [String]
    var body: [UInt8]

    /// The value of a field, by its name in any case.
    func field(_ name: String) -> String? {
        let start = name.lowercased() + ":"
        return lines.first { $0.lowercased().hasPrefix(start) }
            .map { String($0.dropFirst(start.count).drop { $0 == " " }) }
    }
}
