import Foundation
import Testing

@testable import SluiceHTTP

/// The scanner against Foundation's parser, on seeded mutations of documents.
@Suite struct `JSON verdicts` {
    private static let seeds = [
        #"{"code":200,"message":"ok","data":[{"id":"1","name":"Zoë 日本 😀","tags":[1,2.5,-3e2]}]}"#,
        #"[true,false,null,"\u00e9\ud83d\ude00\n\\","",{},[],{"a":{"b":[[]]}}]"#,
        #"  {"a" : 0 , "a" : -0.0e+1 , "é": "\/" } "#,
    ]

    /// How many documents: ten thousand in a run of the tests, more where a person asks for it.
    private static let rounds =
        ProcessInfo.processInfo.environment["SLUICE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 10_000

    @Test func `agree with JSONSerialization on many mutated documents`() throws {
        var random = SplitMix(seed: 20_260_101)
        let alphabet =
            Array(#"{}[]",:\0123456789.eE+-truefalsn /u "#.utf8) + [0x0a, 0x1f, 0x80, 0xc3, 0xff]
        var accepted = 0
        for round in 0..<Self.rounds {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0...Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
                case 1: bytes.remove(at: place)
                case 2:
                    bytes.insert(alphabet[Int(random.next() % UInt64(alphabet.count))], at: place)
                default: bytes.swapAt(place, Int(random.next() % UInt64(bytes.count)))
                }
            }
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(bytes), options: .fragmentsAllowed)
            let shown = String(decoding: bytes, as: UTF8.self)
            var ours: Any?
            do throws(JSONSyntaxError) {
                ours = try rebuild(bytes)
            } catch {
                // Foundation lets a comma stand before a closing bracket; RFC 8259 doesn't.
                if error.offset < bytes.count, [0x5d, 0x7d].contains(bytes[error.offset]),
                    error.reason.hasPrefix("expected a key") || error.reason == "expected a value"
                {
                    continue
                }
            }
            #expect((ours == nil) == (theirs == nil), "round \(round): \(shown)")
            if let theirs, let ours, !hasEqualKeys(bytes) {
                accepted += 1
                #expect(try written(ours) == written(theirs), "round \(round): \(shown)")
            }
        }
        // Else the comparison compares nothing.
        #expect(accepted > Self.rounds / 20)
    }

    private func written(_ object: Any) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.fragmentsAllowed, .sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    /// The document as Foundation's objects, through the tape.
    private func rebuild(_ bytes: [UInt8]) throws(JSONSyntaxError) -> Any {
        try JSONDocument(bytes).withRoot(object)
    }

    private func object(_ value: JSONValue) -> Any {
        switch value.kind {
        case .object:
            return Dictionary(
                value.members.map { ($0.key.string ?? "", object($0.value)) },
                uniquingKeysWith: { first, _ in first })
        case .array: return value.elements.map(object)
        case .string: return value.string ?? ""
        case .number:
            return value.int.map(NSNumber.init(value:)) ?? NSNumber(value: value.double ?? .nan)
        case .bool: return value.bool ?? false
        case .null: return NSNull()
        }
    }

    /// Foundation doesn't say which of two equal keys wins; here the first does.
    private func hasEqualKeys(_ bytes: [UInt8]) -> Bool {
        func check(_ value: JSONValue) -> Bool {
            let keys = value.members.map { $0.key.string }
            return Set(keys).count < keys.count || value.members.contains { check($0.value) }
                || value.elements.contains(where: check)
        }
        return (try? JSONDocument(bytes).withRoot(check)) ?? false
    }
}

/// A small generator with a fixed sequence (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
