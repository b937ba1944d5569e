import SluiceHTTP

/// The call that says who is logged in.
struct WhoAmICall: Hashable, Sendable {
    var call: ProfileCall
    /// Where the account stands; an answer without it means that nobody is logged in. Nil where the
    /// call only says whether a credential is good.
    var account: JSONPath?
    /// What stands before the account's name there, and isn't part of it.
    var accountPrefix: String
    /// Where something stands that says that nobody is logged in, whatever account is named.
    var anonymous: JSONPath?
    /// Where the person behind the account stands, in the form of the profile's users.
    var user: JSONPath?

    /// The statuses that refuse a credential which no login call has checked.
    var refusedStatuses: [Int]

    init(_ object: inout ProfileObject, variables: Set<String>) {
        call = ProfileCall(&object, allowing: variables)
        account = object.path("account")
        accountPrefix = object.text("accountPrefix") ?? ""
        if account == nil, object.has("accountPrefix") {
            object.note("accountPrefix", "means nothing without account")
        }
        anonymous = object.path("anonymous")
        user = object.path("user")
        refusedStatuses = object.failures("refusedStatuses") ?? []
    }
}
