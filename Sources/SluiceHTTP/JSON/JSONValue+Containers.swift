extension JSONValue {
    /// The elements of an array, in order; none for any other kind.
    package var elements: Elements {
        Elements(cursor: token.kind == .array ? sibling(at: index + 1) : nil)
    }

    /// The members of an object as written, equal keys included; none for any other kind.
    package var members: Members {
        Members(cursor: token.kind == .object ? sibling(at: index + 1) : nil)
    }

    /// How many elements or members there are; walks over them, so keep the result.
    package var count: Int {
        elements.reduce(0) { count, _ in count + 1 } + members.reduce(0) { count, _ in count + 1 }
    }

    /// The value of an object's first member with this key; nil where there is none.
    ///
    /// A literal makes a new key at each call: in a loop, keep a `JSONKey`.
    package subscript(key: JSONKey) -> JSONValue? {
        guard token.kind == .object else { return nil }
        var index = index &+ 1
        while true {
            let name = tape[index]
            if name.rawKind == JSONToken.Kind.end.rawValue { return nil }
            let isFound =
                name.hasEscape
                ? sibling(at: index).string == key.text
                : key.matches(source + name.offset, count: name.length)
            if isFound { return sibling(at: index &+ 1) }
            index &+= 1 &+ tape[index &+ 1].span
        }
    }

    /// An array's element, counted from 0; nil outside of it.
    package subscript(index place: Int) -> JSONValue? {
        var left = place
        for element in elements {
            if left == 0 { return element }
            left -= 1
        }
        return nil
    }

    /// Walks over the elements of an array.
    package struct Elements: Sequence, IteratorProtocol {
        fileprivate var cursor: JSONValue?

        /// The next element.
        @inline(__always)
        package mutating func next() -> JSONValue? {
            guard let current = cursor, current.token.rawKind != JSONToken.Kind.end.rawValue else {
                return nil
            }
            cursor = current.sibling(at: current.index &+ current.token.span)
            return current
        }
    }

    /// Walks over the members of an object.
    package struct Members: Sequence, IteratorProtocol {
        fileprivate var cursor: JSONValue?

        /// The next member; its key is a string.
        @inline(__always)
        package mutating func next() -> (key: JSONValue, value: JSONValue)? {
            guard let key = cursor, key.token.rawKind != JSONToken.Kind.end.rawValue else {
                return nil
            }
            let value = key.sibling(at: key.index &+ 1)
            cursor = value.sibling(at: value.index &+ value.token.span)
            return (key, value)
        }
    }
}
