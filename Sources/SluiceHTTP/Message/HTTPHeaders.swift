/// Header fields in their order, found without regard to the case of their names.
///
/// A name that is no token, or a value with a control character, never becomes a field: nothing can
/// be injected into a message. The name is kept in `refusedName`, and a request with one is not sent.
public struct HTTPHeaders: Sendable, Hashable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name, as it was written.
        public let name: String
        /// The value.
        public let value: String
        /// Whether it was said that the value is a credential.
        let isMarkedSecret: Bool

        /// Whether the value is a credential: it never leaves the origin and is never shown.
        ///
        /// Found out when asked for, since few of an answer's fields ever are.
        public var isSecret: Bool { isMarkedSecret || Redaction.isSecretHeader(name) }
    }

    /// The fields, in order.
    public private(set) var fields: [Field] = []
    /// The name of the last field that was refused since it can't be written into a message.
    public private(set) var refusedName: String?

    /// Makes an empty list.
    public init() {}

    /// The first value of a name; setting it replaces every field of that name, nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            if let newValue { set(name, to: newValue) } else { remove(name) }
        }
    }

    /// Every value of a name, in order.
    public func values(for name: String) -> [String] {
        fields.lazy.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }

    /// Replaces every field of a name with one.
    ///
    /// Authorization, Cookie and their kind are secret by themselves; say so for a name of your own.
    public mutating func set(_ name: String, to value: String, isSecret: Bool = false) {
        remove(name)
        add(name, value, isSecret: isSecret)
    }

    /// Adds a field after the others.
    public mutating func add(_ name: String, _ value: String, isSecret: Bool = false) {
        guard Self.isToken(name), value.utf8.allSatisfy(Self.isValueByte) else {
            refusedName = name
            return
        }
        fields.append(Field(name: name, value: value, isMarkedSecret: isSecret))
    }

    /// Removes every field of a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    }

    /// Whether a credential is among the fields.
    public var holdsCredential: Bool { fields.contains(where: \.isSecret) }

    /// A token of RFC 9110 §5.6.2.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: "!#$%&'*+.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Makes the list that is written.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// The fields, one a line, with the values of secret ones left out.
    public var description: String {
        fields.map { "\($0.name): \($0.isSecret ? Redaction.mask : $0.value)" }
            .joined(separator: "\n")
    }

    /// The same, for `dump` and the debugger.
    public var customMirror: Mirror { Mirror(self, children: ["fields": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
    /// The field, with a secret value left out.
    public var description: String { "\(name): \(isSecret ? Redaction.mask : value)" }

    /// The same, for `dump` and the debugger.
    public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}

extension StringProtocol {
    /// Whether two texts are equal when A–Z and a–z are the same.
    func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy {
            $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII
        }
    }
}

extension UInt8 {
    /// The byte, with A–Z as a–z.
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
