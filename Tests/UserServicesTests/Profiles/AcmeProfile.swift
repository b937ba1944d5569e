@testable import UserServices

extension Profile {
    /// A profile that is right but for what is put into it, or stands in place of its fields.
    init(
        acme members: String = "", list: String = "", fields: String = #"{"id":"id"}"#
    ) throws {
        let text = #"""
            {"name":"acme","baseURL":"https://acme.example","list":{"path":"/people"\#(list)},
             "fields":\#(fields)\#(members)}
            """#
        try self.init(json: Array(text.utf8), origin: "profiles/acme.json")
    }
}
