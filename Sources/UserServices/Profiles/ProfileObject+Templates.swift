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

    /// An object of templates, in the order written: a query, a form.
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
