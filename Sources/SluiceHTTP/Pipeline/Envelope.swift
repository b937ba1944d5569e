/// An answer's envelope with its data: for callers who want the code, the message or the time too.
///
/// Asked for as `Single<Envelope<User>, RequestError>`, it is read from the whole body by the
/// client's rules, whether its data is there, null or absent. By itself it decodes from
/// `{code, message, timestamp, data}`, of which each may be missing.
public struct Envelope<Value: Decodable & Sendable>: Sendable {
    /// The server's code as text, whether it is an int, a string or a bool.
    public var code: String?
    /// The server's message.
    public var message: String?
    /// The server's time, as it wrote it.
    public var timestamp: String?
    /// The data; nil when it is null or absent.
    public var data: Value?

    /// Makes an envelope.
    public init(
        code: String? = nil, message: String? = nil, timestamp: String? = nil, data: Value? = nil
    ) {
        self.code = code
        self.message = message
        self.timestamp = timestamp
        self.data = data
    }
}

extension Envelope: Equatable where Value: Equatable {}

extension Envelope: Decodable {
    private enum CodingKeys: String, CodingKey {
        case code, message, timestamp, data
    }

    /// Reads `{code, message, timestamp, data}`; a code or time may be any scalar.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decodeIfPresent(ScalarText.self, forKey: .code)?.text
        message = try container.decodeIfPresent(String.self, forKey: .message)
        timestamp = try container.decodeIfPresent(ScalarText.self, forKey: .timestamp)?.text
        data = try container.decodeIfPresent(Value.self, forKey: .data)
    }
}

/// What a payload decoder asks a type for when it is an envelope.
protocol EnvelopeShape {
    static func read(_ payload: Payload, _ decoder: PayloadDecoder) throws(RequestError) -> Self
}

extension Envelope: EnvelopeShape {
    static func read(
        _ payload: Payload, _ decoder: PayloadDecoder
    ) throws(RequestError) -> Envelope {
        let exchange = payload.exchange
        guard let root = exchange.root else { throw exchange.notJSON() }
        var envelope = Envelope(
            code: exchange.serverCode, message: exchange.serverMessage,
            timestamp: root["timestamp"]?.text)
        if let path = exchange.rules.dataPath, let data = root.value(at: path), !data.isNull {
            envelope.data = try decoder.decode(Value.self, from: data, in: payload, at: path.text)
        }
        return envelope
    }
}

/// A string, a number or a bool, as text.
private struct ScalarText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bool = try? container.decode(Bool.self) {
            text = String(bool)
        } else if let int = try? container.decode(Int64.self) {
            text = String(int)
        } else if let number = try? container.decode(Double.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
    }
}
