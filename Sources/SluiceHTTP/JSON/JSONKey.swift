import Glibc

/// A key to look up, with its bytes at hand, so that a lookup makes no `String`.
package struct JSONKey: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The key as text.
    package let text: String
    private let bytes: [UInt8]

    /// Prepares a key; do it once, not for every element.
    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Prepares a literal key.
    package init(stringLiteral value: String) { self.init(value) }

    /// Whether these are the key's bytes; an escaped key goes through `text` instead.
    @inline(__always)
    func matches(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
        guard bytes.count == count else { return false }
        return bytes.withUnsafeBufferPointer { own in
            guard let base = own.baseAddress else { return true }
            return memcmp(base, start, count) == 0
        }
    }
}
