import SluiceHTTP

/// One reading of a profile: it goes on after a mistake, so that all of them are told at once.
///
/// It can also be made of no file at all: then every key is asked for, and what was asked is the
/// list of keys that a profile may have. The reader is the only place where they are written down.
final class ProfileReading {
    private(set) var mistakes: [ProfileError.Mistake] = []
    /// The keys of each kind of object, in the order in which they are read.
    private(set) var shapes: [String: [ProfileKey]] = [:]
    /// Whether keys are asked for that aren't there.
    let isDescribing: Bool

    private init(isDescribing: Bool) { self.isDescribing = isDescribing }

    func note(_ path: String, _ reason: String) {
        guard !isDescribing else { return }
        mistakes.append(ProfileError.Mistake(path: path, reason: reason))
    }

    func learn(_ key: ProfileKey, of shape: String) {
        guard isDescribing, shapes[shape]?.contains(key) != true else { return }
        shapes[shape, default: []].append(key)
    }

    /// Reads a file's bytes as one object; throws every mistake that `read` notes on its way.
    static func read<Result>(
        json: [UInt8], origin: String, _ read: (inout ProfileObject) -> Result
    ) throws(ProfileError) -> Result {
        let document: JSONDocument
        // Some editors begin a file with a byte-order mark.
        let content = JSONDocument.content(of: json)
        do throws(JSONSyntaxError) {
            document = try JSONDocument(json, in: content)
        } catch {
            if json[content].allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
                throw ProfileError(
                    origin: origin, reason: "the file is empty; a profile is a JSON object")
            }
            throw ProfileError(
                origin: origin,
                reason: "not JSON at \(place(of: error.offset, in: json)): \(error.reason)")
        }
        let reading = ProfileReading(isDescribing: false)
        let result = document.withRoot { root in
            ProfileObject.read(root, at: "", as: "profile", reading, read)
        }
        guard let result, reading.mistakes.isEmpty else {
            throw ProfileError(origin: origin, mistakes: reading.mistakes)
        }
        return result
    }

    /// Where a byte stands, as an editor counts: `line 3, column 1 (byte 18)`.
    private static func place(of offset: Int, in json: [UInt8]) -> String {
        let first = JSONDocument.content(of: json).lowerBound
        let before = json[first..<max(first, offset)]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
        let line = before.count { $0 == 0x0A } + 1
        let column = String(decoding: before[start...], as: UTF8.self).count + 1
        return "line \(line), column \(column) (byte \(offset))"
    }

    /// Every key that `read` asks for, by the kind of object that it is in.
    static func describe(_ read: (inout ProfileObject) -> some Any) -> [String: [ProfileKey]] {
        let reading = ProfileReading(isDescribing: true)
        _ = ProfileObject.read(nil, at: "", as: "profile", reading, read)
        return reading.shapes
    }
}

/// A key that an object of a profile may have, and what may stand there.
struct ProfileKey: Hashable, Sendable {
    /// What may stand at a key.
    enum Kind: Hashable, Sendable {
        case text, flag
        /// A text that isn't empty: a name that others know something by.
        case word
        /// The name of a header field.
        case headerName
        /// A URL that requests can begin with.
        case baseURL
        /// What is appended to the base URL, with places for values.
        case callPath
        case integer(ClosedRange<Int>)
        /// One of these words.
        case choice([String])
        /// One of these words, or an array of them.
        case choices([String])
        /// A text, a number or a boolean, or an array of them.
        case texts
        /// The same, of which there has to be one.
        case someTexts
        /// An HTTP status, or an array of them.
        case statuses
        /// A path into an answer.
        case path
        /// A path, or an array of them.
        case paths
        /// A text with places for values.
        case template
        /// An object of texts.
        case dictionary
        /// An object of header fields, templates.
        case headers
        /// An object of texts, or of arrays of them for what is said several times.
        case parameters
        /// Where a field's value stands.
        case rule
        /// An object of such rules.
        case rules
        /// An object of places in an answer.
        case places
        /// Any JSON, with places for values in its texts.
        case body
        /// An object of this kind.
        case object(String)
        /// An object of this kind, or an array of them.
        case objects(String)
    }

    var name: String
    var kind: Kind
    /// Whether an object without it is a mistake, whatever else it says.
    var isNeeded = false
}
