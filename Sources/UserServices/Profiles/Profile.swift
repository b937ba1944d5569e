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
        case rfc3339, seconds, milliseconds
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

    var headers: [NamedTemplate]
    var query: [NamedTemplate]
    var auth: ProfileAuth
    var envelope: ProfileEnvelope
    var list: ListEndpoint
    var detail: DetailEndpoint?
    /// Several calls are united.
    var searches: [SearchEndpoint]
    var fields: FieldMap
    var idKind: IDKind
    var dates: DateUnit
    var elements: Elements
    /// Whether the server gives validators that are worth keeping.
    var hasETags: Bool
    /// The parameter that asks for changes only, where there is one.
    var deltaParameter: String?

    /// Reads a profile from the bytes of its file; `origin` is named in messages.
    package init(json: [UInt8], origin: String) throws(ProfileError) {
        do throws(ProfileError) {
            let document: JSONDocument
            do throws(JSONSyntaxError) {
                document = try JSONDocument(json)
            } catch {
                throw ProfileError(
                    path: "", reason: "not JSON at byte \(error.offset): \(error.reason)")
            }
            self = try document.withRoot { root throws(ProfileError) in
                try ProfileObject.read(root, at: "") { object throws(ProfileError) in
                    try Profile(&object, origin: origin)
                }
            }
        } catch {
            throw ProfileError(origin: origin, path: error.path, reason: error.reason)
        }
    }

    private init(_ object: inout ProfileObject, origin: String) throws(ProfileError) {
        self.origin = origin
        name = try object.requiredText("name")
        title = try object.text("title") ?? ""
        isVerified = try object.flag("verified", otherwise: false)
        baseURL = try object.requiredText("baseURL")
        variables = Dictionary(
            try object.dictionary("variables").map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        let names = Set(variables.keys)
        headers = try object.templates("headers", allowing: names)
        query = try object.templates("query", allowing: names)
        auth =
            try object.object("auth") { auth throws(ProfileError) in
                try ProfileAuth(&auth, variables: names)
            } ?? ProfileAuth()
        envelope =
            try object.object("envelope") { envelope throws(ProfileError) in
                try ProfileEnvelope(&envelope)
            } ?? ProfileEnvelope()
        let list = try object.object("list") { list throws(ProfileError) in
            try ListEndpoint(&list, variables: names)
        }
        guard let list else {
            throw object.error("list", "missing; the call that lists users is needed")
        }
        self.list = list
        detail = try object.object("detail") { detail throws(ProfileError) in
            try DetailEndpoint(&detail, variables: names)
        }
        searches = try object.objects("search") { search throws(ProfileError) in
            try SearchEndpoint(&search, variables: names)
        }
        fields = try FieldMap(&object)
        idKind = try object.choice("ids", otherwise: .text)
        dates = try object.choice("dates", otherwise: .rfc3339)
        elements = try object.choice("elements", otherwise: .lossy)
        hasETags = try object.flag("etags", otherwise: false)
        deltaParameter = try object.object("delta") { delta throws(ProfileError) in
            try delta.requiredText("parameter")
        }
        let seconds = try object.integer("freshFor", in: 0...31_536_000, otherwise: 300)
        freshFor = Int64(seconds) * 1_000
    }
}
