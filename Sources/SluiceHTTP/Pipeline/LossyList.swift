/// A list of which a bad element costs only itself, and never without being told.
///
///     let answer = try await client.get("/v3/stations").object(LossyList<Station>.self).value()
///     show(answer.elements); note(answer.skipped)
///
/// A list decoded as `[Station]` is strict instead: one bad element is the failure of the call.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
    /// An element that was left out.
    public struct Skipped: Sendable, Hashable {
        /// Where it stands in the list, from 0.
        public let index: Int
        /// What of it isn't as expected: `address.city`; empty for the whole of it.
        public let path: String
        /// Why.
        public let reason: String
    }

    /// The good ones, in order.
    public let elements: [Element]
    /// The others, in order.
    public let skipped: [Skipped]

    /// Reads an array; throws when it is none.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        var skipped: [Skipped] = []
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                elements.append(try container.decode(Element.self))
            } catch let error as DecodingError {
                skipped.append(Skipped(error, at: index, below: container.codingPath.count + 1))
                // What can't be read is not stepped over by itself.
                if container.currentIndex == index { _ = try container.decode(Anything.self) }
            }
        }
        (self.elements, self.skipped) = (elements, skipped)
    }

    /// Reads any value, and keeps nothing of it.
    private struct Anything: Decodable { init(from decoder: any Decoder) {} }
}

extension LossyList.Skipped {
    fileprivate init(_ error: DecodingError, at index: Int, below depth: Int) {
        self.index = index
        func text(_ keys: [any CodingKey]) -> String {
            keys.dropFirst(depth).map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            path = text(context.codingPath)
            reason = "expected \(JSONShape.name(of: type))"
        case .keyNotFound(let key, let context):
            path = text(context.codingPath + [key])
            reason = "missing"
        case .dataCorrupted(let context):
            path = text(context.codingPath)
            reason = context.debugDescription
        @unknown default:
            path = ""
            reason = "can't be read"
        }
    }
}
