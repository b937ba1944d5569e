import FoundationEssentials

/// Makes a caller's `Decodable` type from a payload, by `JSONDecoder` on the payload's own bytes.
struct PayloadDecoder: Sendable {
    /// Makes the decoder, once a call: date and key strategies are the client's.
    let make: @Sendable () -> JSONDecoder

    /// Reads `T` from the payload.
    ///
    /// Null or nothing is nil where `T` allows it, else an error that names the place. An
    /// `Envelope` is read from the whole body, whatever its data is.
    func decode<T: Decodable>(_ type: T.Type, from payload: Payload) throws(RequestError) -> T {
        if let shape = type as? any EnvelopeShape.Type {
            return try cast(try shape.read(payload, self), payload)
        }
        switch payload.content {
        case .value(let value): return try decode(type, from: value, in: payload, at: payload.path)
        case .null, .nothing:
            if let optional = type as? any OptionalShape.Type {
                return try cast(optional.none, payload)
            }
            if case .nothing = payload.content { throw payload.exchange.notJSON() }
            throw payload.error("expected \(JSONShape.name(of: type)), found null")
        }
    }

    /// Reads `T` from one value of the body; `path` is where it stands.
    func decode<T: Decodable>(
        _ type: T.Type, from value: JSONValue, in payload: Payload, at path: String
    ) throws(RequestError) -> T {
        let range = value.byteRange
        do {
            return try payload.response.body.withUnsafeBytes { bytes in
                let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
                guard let start = UnsafeMutableRawPointer(mutating: slice.baseAddress) else {
                    return try make().decode(type, from: Data())
                }
                // Only read, and only until `decode` returns: no copy of the payload is made.
                let data = Data(bytesNoCopy: start, count: slice.count, deallocator: .none)
                return try make().decode(type, from: data)
            }
        } catch let error as DecodingError {
            let failure = DecodingFailure(error, in: value, at: path)
            throw payload.exchange.error(.decoding, failure.detail, path: failure.path)
        } catch {
            throw payload.exchange.error(.decoding, "\(error)", path: path.isEmpty ? nil : path)
        }
    }

    /// Gives what was made for a type found at run time its static type back.
    private func cast<T>(_ value: Any, _ payload: Payload) throws(RequestError) -> T {
        guard let value = value as? T else {
            throw payload.error("expected \(JSONShape.name(of: T.self))")
        }
        return value
    }
}

/// The types that have a value for "nothing".
private protocol OptionalShape {
    static var none: Any { get }
}

extension Optional: OptionalShape {
    fileprivate static var none: Any { Self.none as Self as Any }
}
