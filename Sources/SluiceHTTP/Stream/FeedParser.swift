import FoundationEssentials
import Synchronization

/// Makes elements of lines.
protocol FeedParser<Element>: Sendable {
    associatedtype Element: Sendable
    /// Takes a line; gives the element that it ends, if any, or throws what is wrong with it.
    mutating func take(_ line: String) throws -> Element?
}

/// Every line is an element.
struct LineFeed: FeedParser {
    func take(_ line: String) -> String? { line }
}

/// Every line that isn't blank is a JSON text.
struct ValueFeed<Value: Decodable & Sendable>: FeedParser {
    let decoder: JSONDecoder

    func take(_ line: String) throws -> Value? {
        guard line.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        return try decoder.decode(Value.self, from: Data(line.utf8))
    }
}

/// Several lines are an event.
struct EventFeed: FeedParser {
    private var parser = EventParser()
    mutating func take(_ line: String) -> ServerSentEvent? { parser.take(line) }
}

/// Takes the parts of one answer, and gives its elements; on the transport's thread.
final class FeedReader<Element: Sendable>: Sendable {
    /// What ended the reading.
    struct Problem: Sendable {
        let code: RequestError.Code
        let detail: String
        let path: String?
    }

    private struct State {
        var splitter = LineSplitter()
        var parser: any FeedParser<Element>
        var lineNumber = 0
        var problem: Problem?

        /// The element that a line ends.
        mutating func parse(_ line: String) -> Element? {
            guard problem == nil else { return nil }
            lineNumber += 1
            do { return try parser.take(line) } catch {
                problem = Problem(
                    code: .decoding, detail: Self.reason(error), path: "line \(lineNumber)")
                return nil
            }
        }

        private static func reason(_ error: any Error) -> String {
            guard let error = error as? DecodingError else { return "\(error)" }
            switch error {
            case .dataCorrupted: return "not JSON, or not of this type"
            case .keyNotFound(let key, _): return "\(key.stringValue) is missing"
            case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
                let place = context.codingPath.map(\.stringValue).joined(separator: ".")
                let expected = "expected \(JSONShape.name(of: type))"
                return place.isEmpty ? expected : "\(place): \(expected)"
            @unknown default: return "can't be read"
            }
        }
    }

    private let state: Mutex<State>
    private let give: @Sendable (Element) -> Void

    init(_ parser: any FeedParser<Element>, _ give: @escaping @Sendable (Element) -> Void) {
        state = Mutex(State(parser: parser))
        self.give = give
    }

    /// What ended the reading before its end, if anything did.
    var problem: Problem? { state.withLock { $0.problem } }

    /// Takes a part; false when nothing more can be made of it.
    func take(_ part: UnsafeRawBufferPointer) -> Bool {
        let (elements, isFine) = state.withLock { state -> ([Element], Bool) in
            var lines: [String] = []
            let isShort = state.splitter.take(part) { lines.append($0) }
            let elements = lines.compactMap { state.parse($0) }
            if !isShort, state.problem == nil {
                state.problem = Problem(
                    code: .tooLarge, detail: "a line of more than \(state.splitter.limit) bytes",
                    path: "line \(state.lineNumber + 1)")
            }
            return (elements, state.problem == nil)
        }
        for element in elements { give(element) }
        return isFine
    }

    /// Takes what stands after the last line break.
    func end() {
        let element = state.withLock { state in state.splitter.end().flatMap { state.parse($0) } }
        if let element { give(element) }
    }
}
