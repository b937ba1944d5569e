import SluiceHTTP

extension ProfileObject {
    /// A text with places for values.
    mutating func template(_ key: String, allowing names: Set<String>) -> Template? {
        guard let value = member(key, .template) else { return nil }
        guard let text = value.string else {
            noteKind(key, expected: "a string", found: value)
            return nil
        }
        return parseTemplate(text, key, names)
    }

    /// An object of templates, in the order written: a query, a form. An array says a name several
    /// times.
    mutating func parameters(_ key: String, allowing names: Set<String>) -> [NamedTemplate] {
        guard let value = member(key, .parameters) else { return [] }
        let items = read(value, at: key, as: path(of: key)) { object in
            object.allMembers().flatMap { name, value -> [NamedTemplate] in
                let elements = value.kind == .array ? Array(value.elements) : [value]
                return elements.compactMap { element in
                    guard let text = element.text else {
                        object.noteKind(name, expected: "text, or an array of it", found: element)
                        return nil
                    }
                    if name.isEmpty { object.note(name, "a parameter without a name") }
                    return object.parseTemplate(text, name, names).map {
                        NamedTemplate(name: name, template: $0)
                    }
                }
            }
        }
        return items ?? []
    }

    /// Header fields, in the order written.
    mutating func headers(_ key: String, allowing names: Set<String>) -> [NamedTemplate] {
        dictionary(key, .headers).compactMap { name, text in
            let place = "\(key).\(name)"
            noteHeaderName(name, place)
            if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
                note(place, "a header field is one line without control characters")
            }
            return parseTemplate(text, place, names).map {
                NamedTemplate(name: name, template: $0)
            }
        }
    }

    /// What a call appends to the base URL.
    mutating func callPath(_ key: String, allowing names: Set<String>) -> Template? {
        guard let value = member(key, .callPath, isNeeded: true) else {
            note(key, "missing; a path such as \"/users\" is needed")
            return nil
        }
        guard let text = value.string else {
            noteKind(key, expected: "a string", found: value)
            return nil
        }
        if !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("?") {
            note(key, "\"\(text)\" doesn't begin with a slash, as \"/users\" does")
        }
        if text.contains("#") { note(key, "\"\(text)\" has a # in it, where a path ends") }
        return parseTemplate(text, key, names)
    }

    /// Notes a name that templates can't have a place for.
    func noteValueName(_ name: String, _ key: String) {
        if Profile.reservedNames.contains(name) {
            note(key, "the name is that of a value of calls; choose another")
        }
        if name.isEmpty || !name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) {
            note(key, "\"\(name)\" is no name; one has letters, digits, and _ - .")
        }
    }

    func parseTemplate(
        _ text: String, _ key: String, _ names: Set<String>, isBody: Bool = false
    ) -> Template? {
        do throws(Template.Mistake) {
            return try Template(text, allowing: names, inBody: isBody)
        } catch {
            note(key, error.reason)
            return nil
        }
    }
}
