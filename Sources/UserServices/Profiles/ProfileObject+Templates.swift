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
                    return object.parseTemplate(text, name, names).map {
                        NamedTemplate(name: name, template: $0)
                    }
                }
            }
        }
        return items ?? []
    }

    /// An object of templates, in the order written: headers.
    mutating func templates(_ key: String, allowing names: Set<String>) -> [NamedTemplate] {
        dictionary(key).compactMap { name, text in
            parseTemplate(text, "\(key).\(name)", names).map {
                NamedTemplate(name: name, template: $0)
            }
        }
    }

    func parseTemplate(_ text: String, _ key: String, _ names: Set<String>) -> Template? {
        do throws(Template.Mistake) {
            return try Template(text, allowing: names)
        } catch {
            note(key, error.reason)
            return nil
        }
    }
}
