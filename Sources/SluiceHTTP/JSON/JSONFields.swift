import Glibc

/// Reads the same few members from object after object, in one walk over each.
///
/// Elements of a list have their keys in the same order as a rule, so a key is first compared with
/// the one at its place in the object before, and looked up only when they differ: mapping 100,000
/// users takes about half the time of a lookup per field. Belongs to one document.
package struct JSONFields {
    private struct Guess {
        var offset: Int
        var length: Int
        var slot: Int
    }

    private let keys: [JSONKey]
    private var guesses: [Guess] = []
    @usableFromInline var values: [JSONValue?]

    /// Makes a reader of these keys; a key's index is its slot.
    package init(_ keys: [JSONKey]) {
        self.keys = keys
        values = Array(repeating: nil, count: keys.count)
    }

    /// The value found for a key in the object last read.
    @inlinable package subscript(slot: Int) -> JSONValue? {
        @inline(__always) get { values[slot] }
    }

    /// Looks at all members of `object`; of equal keys the first wins. Any other kind has none.
    package mutating func read(_ object: JSONValue) {
        // Moved out and back: an array in a local is its own at each write, and need not be asked.
        var values = values
        self.values = []
        for slot in values.indices { values[slot] = nil }
        defer { self.values = values }
        guard object.token.kind == .object else { return }
        var place = 0
        var index = object.index &+ 1
        while true {
            let name = object.tape[index]
            if name.rawKind == JSONToken.Kind.end.rawValue { return }
            let slot = slot(of: name, at: place, in: object, index)
            if slot >= 0, values[slot] == nil { values[slot] = object.sibling(at: index &+ 1) }
            index &+= 1 &+ object.tape[index &+ 1].span
            place &+= 1
        }
    }

    @inline(__always)
    private mutating func slot(
        of name: JSONToken, at place: Int, in object: JSONValue, _ index: Int
    ) -> Int {
        if place < guesses.count {
            let guess = guesses[place]
            if guess.length == name.length,
                memcmp(object.source + guess.offset, object.source + name.offset, name.length) == 0
            {
                return guess.slot
            }
        }
        return learn(name, at: place, in: object, index)
    }

    @inline(never)
    private mutating func learn(
        _ name: JSONToken, at place: Int, in object: JSONValue, _ index: Int
    ) -> Int {
        let text = object.sibling(at: index).string
        let slot = keys.firstIndex { $0.text == text } ?? -1
        let guess = Guess(offset: name.offset, length: name.length, slot: slot)
        if place < guesses.count {
            guesses[place] = guess
        } else if place == guesses.count {
            guesses.append(guess)
        }
        return slot
    }
}
