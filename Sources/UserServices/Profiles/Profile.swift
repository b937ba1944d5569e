import SluiceHTTP

/// An API that serves users, described as data: there is no code per API.
///
/// A profile is a JSON file. Reading one refuses what it doesn't know, with the path and what would
/// be right, since a misspelt key would otherwise be a rule that silently doesn't hold.
package struct Profile: Hashable, Sendable {
    /// The form of ids; a WHO that can't be one is not asked for by id.
    enum IDKind: String, CaseIterable, Sendable {
        case text, number
    }

    /// How times are written.
    enum DateUnit: String, CaseIterable, Sendable {
        case rfc3339, seconds, milliseconds, http, compact
    }

    /// What happens to a list with an element that isn't a user.
    enum Elements: String, CaseIterable, Sendable {
        /// It is left out and reported.
        case lossy
        /// The list is refused.
        case strict
    }

    /// The name to choose it by.
    package var name: String
    /// What it is for, a sentence.
    package var title: String
    /// Whether it was tried against real exchanges.
    package var isVerified: Bool
    /// Where the API is; the paths of calls begin there.
    package var baseURL: String
    /// Values for templates, which a person may change.
    package var variables: [String: String]
    /// How old an answer may be before the server is asked again, in milliseconds.
    package var freshFor: Int64
    /// Where the description comes from: `built in`, or its file.
    package var origin: String
    /// Tells one text of a profile from another: answers were read by the rules of just this one.
    var fingerprint = ""

    var headers: [NamedTemplate]
    var query: [NamedTemplate]
    var auth: ProfileAuth
    var envelope: ProfileEnvelope
    var retry: ProfileRetry
    var list: ListEndpoint
    var detail: DetailEndpoint?
    /// Several calls are united.
    var searches: [SearchEndpoint]
    /// What holds for people unless an endpoint says otherwise.
    var people: PeopleRule
    var idKind: IDKind
    /// Whether the server gives validators that are worth keeping.
    var hasETags: Bool
    /// How to ask for changes only, where the API can tell them.
    var delta: ProfileDelta?

    /// Reads a profile from the bytes of its file; `origin` is named in messages.
    package init(json: [UInt8], origin: String) throws(ProfileError) {
        self = try ProfileReading.read(json: json, origin: origin) { object in
            Profile(&object, origin: origin)
        }
        fingerprint = Fingerprint.of(json)
    }

    /// Every key that a profile may have, by the kind of object that it is in; `profile` is the root.
    static var keys: [String: [ProfileKey]] {
        ProfileReading.describe { Profile(&$0, origin: "") }
    }

    private init(_ object: inout ProfileObject, origin: String) {
        self.origin = origin
        // An editor's pointer to the schema.
        _ = object.text("$schema")
        name = object.requiredText("name")
        object.noteProfileName(name)
        title = object.text("title") ?? ""
        isVerified = object.flag("verified") ?? false
        baseURL = object.requiredText("baseURL", .baseURL)
        object.noteBaseURL(baseURL)
        variables = Dictionary(object.dictionary("variables").map { ($0.name, $0.value) }) {
            first, _ in first
        }
        var names = Set(variables.keys)
        for name in names.sorted() { object.noteValueName(name, "variables.\(name)") }
        names.insert("baseURL")
        let plain = names
        if object.glimpse("auth", "scheme").map({ $0 != "none" }) ?? false {
            names.formUnion(["account", "token"])
            names.formUnion(object.names(at: "auth", "login", "values"))
            names.formUnion(object.names(at: "auth", "login", "before", "values"))
        }
        headers = object.headers("headers", allowing: names)
        query = object.parameters("query", allowing: names)
        auth =
            object.object("auth") { ProfileAuth(&$0, plain, names) } ?? ProfileAuth()
        envelope = object.object("envelope") { ProfileEnvelope(&$0) } ?? ProfileEnvelope()
        retry = object.object("retry") { ProfileRetry(&$0) } ?? ProfileRetry()

        let fields = FieldMap(&object, isNeeded: true)
        if fields == nil, !object.has("fields") {
            object.note("fields", "missing; say at least where the \"id\" is")
        }
        let usual = PeopleRule(
            usual: fields ?? FieldMap(), dates: object.choices("dates") ?? [.rfc3339],
            elements: object.choice("elements") ?? .lossy, nothing: object.texts("nothing") ?? [])
        people = usual
        let list = object.object("list", isNeeded: true) {
            ListEndpoint(&$0, variables: names, usual)
        }
        if list == nil, !object.has("list") {
            object.note("list", "missing; the call that lists users is needed")
        }
        self.list = list ?? .nothing
        detail = object.object("detail") { DetailEndpoint(&$0, variables: names, usual) }
        searches = object.objects("search") { SearchEndpoint(&$0, variables: names, usual) }
        idKind = object.choice("ids") ?? .text
        hasETags = object.flag("etags") ?? false
        delta = object.object("delta") { ProfileDelta(&$0) }
        let seconds = object.integer("freshFor", in: 0...31_536_000) ?? 300
        freshFor = Int64(seconds) * 1_000
        if detail == nil, self.list.isFilled || searches.contains(where: \.isFilled) {
            object.note("detail", "missing; \"fill\" asks for each person by it")
        }
        if !object.isDescribing { check(object) }
    }

    /// Names of values that calls have of their own.
    static let reservedNames = ProfilePaging.values.union([
        "id", "text", "name", "password", "account", "token", "refreshToken", "baseURL",
    ])
}
