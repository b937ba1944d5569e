import SluiceHTTP

/// Where people stand in an answer, and how one of them is written.
struct PeopleRule: Hashable, Sendable {
    /// What holds the people.
    enum Shape: String, CaseIterable, Sendable {
        /// `[{…}, {…}]`; null is nobody.
        case array
        /// `{"key": {…}, "key": {…}}`; an empty array, as PHP writes it, is nobody.
        case object
    }

    /// Where the people stand; the empty path is the body itself.
    var items: JSONPath
    var shape: Shape
    /// Where the person stands in an element; the empty path is the element itself.
    var element: JSONPath
    var fields: FieldMap
    /// How times are written, tried in order.
    var dates: [Profile.DateUnit]
    /// What happens to an element that isn't a user.
    var elements: Profile.Elements
    /// Texts that say nothing, besides the empty one.
    var nothing: [String] = []
    /// Whether a key that isn't there says nothing; else it says that there is no value.
    var isPartial = false
    /// Whether an answer without the people has nobody; else it is none.
    var isOptional = false

    /// Reads the members of a call that gives several people.
    init(list object: inout ProfileObject, _ usual: PeopleRule) {
        self = usual
        items = object.path("items") ?? .root
        shape = object.choice("shape") ?? .array
        element = object.path("element") ?? .root
        isPartial = object.flag("partial") ?? false
        isOptional = object.flag("optional") ?? false
        if isOptional, items == .root { object.note("optional", "means nothing without items") }
        readFields(&object)
    }

    /// Reads the members of a call that gives one person, which stands at `items`.
    init(single object: inout ProfileObject, _ usual: PeopleRule) {
        self = usual
        items = object.path("item") ?? .root
        readFields(&object)
    }

    /// This rule, for an answer in which the person is among others; nil where it isn't.
    func among(_ object: inout ProfileObject) -> PeopleRule? {
        var rule = self
        let items = object.path("items")
        rule.shape = object.choice("shape") ?? .array
        rule.element = object.path("element") ?? .root
        guard let items else {
            for key in ["shape", "element"] where object.has(key) && !object.has("items") {
                object.note(key, "means nothing without items")
            }
            return nil
        }
        if object.has("item") { object.note("item", "expected one of item, items, and one only") }
        rule.items = items
        rule.elements = .lossy
        return rule
    }

    /// What holds unless an endpoint says otherwise.
    init(
        usual fields: FieldMap, dates: [Profile.DateUnit], elements: Profile.Elements,
        nothing: [String] = []
    ) {
        self.nothing = nothing
        (items, shape, element) = (.root, .array, .root)
        (self.fields, self.dates, self.elements) = (fields, dates, elements)
    }

    private mutating func readFields(_ object: inout ProfileObject) {
        fields = FieldMap(&object) ?? fields
        dates = object.choices("dates") ?? dates
    }
}

extension ProfileObject {
    /// Notes that keys don't matter where each person is asked for anyway.
    func notePartial(_ isFilled: Bool) {
        if isFilled, has("partial") { note("partial", "means nothing with fill") }
    }
}
