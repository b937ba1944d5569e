import SluiceHTTP

extension ProfileObject {
    /// A string; numbers aren't taken for one.
    mutating func text(_ key: String) throws(ProfileError) -> String? {
        guard let value = member(key) else { return nil }
        guard let text = value.string else { throw expected("a string", key, value) }
        return text
    }

    /// A string that must be there, and not be empty.
    mutating func requiredText(_ key: String) throws(ProfileError) -> String {
        guard let text = try text(key), !text.isEmpty else {
            throw error(key, "missing; a string is needed")
        }
        return text
    }

    mutating func flag(_ key: String, otherwise: Bool) throws(ProfileError) -> Bool {
        guard let value = member(key) else { return otherwise }
        guard let flag = value.bool else { throw expected("true or false", key, value) }
        return flag
    }

    mutating func integer(
        _ key: String, in range: ClosedRange<Int>, otherwise: Int
    ) throws(ProfileError) -> Int {
        guard let value = member(key) else { return otherwise }
        guard let number = value.int.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw error(
                key,
                "expected a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "found \(value.text ?? value.kind.rawValue)")
        }
        return number
    }

    /// One of the words of an enumeration.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, otherwise: Choice
    ) throws(ProfileError) -> Choice {
        guard let word = try text(key) else { return otherwise }
        guard let choice = Choice(rawValue: word) else {
            let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(key, "\"\(word)\" is not one of \(allowed)")
        }
        return choice
    }

    /// One text or several; numbers and booleans by their own text, as codes are written either way.
    mutating func texts(_ key: String) throws(ProfileError) -> [String]? {
        guard let value = member(key) else { return nil }
        var texts: [String] = []
        for element in value.kind == .array ? Array(value.elements) : [value] {
            guard let text = element.text else {
                throw expected("text, or an array of it", key, element)
            }
            texts.append(text)
        }
        return texts
    }

    /// HTTP statuses.
    mutating func statuses(_ key: String, otherwise: [Int]) throws(ProfileError) -> [Int] {
        guard let texts = try texts(key) else { return otherwise }
        var statuses: [Int] = []
        for text in texts {
            guard let status = Int(text), (100...999).contains(status) else {
                throw error(key, "\"\(text)\" is not an HTTP status from 100 to 999")
            }
            statuses.append(status)
        }
        return statuses
    }

    /// A path into an answer.
    mutating func path(_ key: String) throws(ProfileError) -> JSONPath? {
        guard let text = try text(key) else { return nil }
        return try parsePath(text, key)
    }

    /// Paths to try in order.
    mutating func paths(_ key: String) throws(ProfileError) -> [JSONPath] {
        var paths: [JSONPath] = []
        for text in try texts(key) ?? [] { paths.append(try parsePath(text, key)) }
        return paths
    }

    func parsePath(_ text: String, _ key: String) throws(ProfileError) -> JSONPath {
        do throws(JSONPathError) {
            return try JSONPath(text)
        } catch {
            throw self.error(
                key, "\"\(text)\" is not a path: \(error.reason) at character \(error.position + 1)"
            )
        }
    }

    /// A text with places for values.
    mutating func template(
        _ key: String, allowing names: Set<String>
    ) throws(ProfileError) -> Template? {
        guard let text = try text(key) else { return nil }
        return try parseTemplate(text, key, names)
    }

    func parseTemplate(
        _ text: String, _ key: String, _ names: Set<String>
    ) throws(ProfileError) -> Template {
        do throws(Template.Mistake) {
            return try Template(text, allowing: names)
        } catch {
            throw self.error(key, error.reason)
        }
    }

    /// An object of texts, in the order written: headers, variables.
    mutating func dictionary(_ key: String) throws(ProfileError) -> [(name: String, value: String)]
    {
        try object(key) { object throws(ProfileError) in
            var pairs: [(name: String, value: String)] = []
            for (name, value) in object.allMembers() {
                guard let text = value.text else {
                    throw object.expected("text", name, value)
                }
                pairs.append((name, text))
            }
            return pairs
        } ?? []
    }

    /// An object of templates, in the order written: a query, a form.
    mutating func templates(
        _ key: String, allowing names: Set<String>
    ) throws(ProfileError) -> [NamedTemplate] {
        let pairs = try dictionary(key)
        var templates: [NamedTemplate] = []
        for (name, text) in pairs {
            let template = try parseTemplate(text, "\(key).\(name)", names)
            templates.append(NamedTemplate(name: name, template: template))
        }
        return templates
    }

    func expected(_ what: String, _ key: String, _ found: JSONValue) -> ProfileError {
        error(key, "expected \(what), found \(found.kind.rawValue)")
    }
}
