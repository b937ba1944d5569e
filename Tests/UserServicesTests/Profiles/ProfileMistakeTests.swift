import Testing

@testable import UserServices

/// What a profile can't be, told at its place.
@Suite struct `Mistakes in profiles` {
    @Test(arguments: [
        (#","titel":"x""#, "", #"titel: unknown key; did you mean "title"?"#),
        (
            #","freshFor":"5""#, "",
            "freshFor: expected a whole number from 0 to 31536000, found the string \"5\""
        ),
        (#","ids":"uuid""#, "", #"ids: "uuid" is not one of text, number"#),
        (#","verified":1"#, "", "verified: expected true or false, found number"),
        (
            #","auth":{"scheme":"oauth"}"#, "",
            #"auth.scheme: "oauth" is not one of none, basic, token, cookie, places"#
        ),
        (
            #","auth":{"whoAmI":{"path":"/me","account":"a..b"}}"#, "",
            #"auth.whoAmI.account: "a..b" is not a path: expected a name at character 3"#
        ),
        (
            #","envelope":{"sessionStatuses":[401,"x"]}"#, "",
            #"envelope.sessionStatuses: "x" is not an HTTP status from 100 to 999"#
        ),
        (
            #","envelope":{"success":{"code":200}}"#, "",
            "envelope.code: missing; a test of the code needs the code's path"
        ),
        (
            "", #","paging":{"kind":"pge"}"#,
            #"list.paging.kind: "pge" is not one of none, page, offset, startIndex, cursor, lastId, nextHeader, nextPath, link; did you mean "page"?"#
        ),
        (
            "", #","paging":{"kind":"page","header":"Link"}"#,
            "list.paging.header: means nothing with kind page"
        ),
        (
            "", #","paging":{"kind":"page","base":2}"#,
            "list.paging.base: expected a whole number from 0 to 1, found 2"
        ),
        (
            "", #","query":{"q":"{text}"}"#,
            #"list.query.q: "{text}" is not one of baseURL, cursor, endIndex, offset, page, size, startIndex; a brace is {{"#
        ),
        (
            "", #","paging":{"kind":"page","more":"m","last":"l"}"#,
            "list.paging.last: expected one of more, last, and one only"
        ),
        (
            #","auth":{"scheme":"places"}"#, "",
            #"auth.scheme: "places", and the list has no place for {token}"#
        ),
        (
            #","auth":{"scheme":"basic","query":"key"}"#, "",
            "auth.query: means nothing with scheme basic"
        ),
        (
            #","auth":{"scheme":"token","query":"key","header":"X-Key"}"#, "",
            "auth.header: means nothing with query"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","body":{"p":"{password}"},"token":"t","expiresInUnit":"minutes"}}"#,
            "", "auth.login.expiresInUnit: means nothing without expiresIn"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","body":{"p":"{password}"},"token":"t","values":{"id":"a","b":{"path":"x","header":"y"}}}}"#,
            "",
            "profiles/acme.json has 2 mistakes: auth.login.values.id: the name is that of a value of calls; choose another; auth.login.values.b.path: expected one of path, header, cookie, and one only"
        ),
        (
            #","headers":{"X":"{token}"}"#, "",
            #"headers.X: "{token}" is not one of baseURL; a brace is {{"#
        ),
        (
            #","auth":{"scheme":"token","headers":{"X":"{tokn}"}}"#, "",
            #"auth.headers.X: "{tokn}" is not one of account, baseURL, token; did you mean "{token}"?"#
        ),
        (
            #","list":5"#, "", "list: written twice; the first one would hold"
        ),
        (
            #","envelope":{"success":{"absent":"error","optional":true}}"#, "",
            "envelope.success.optional: means nothing without code"
        ),
        (
            #","detail":{"path":"/p/{id}","shape":"object"}"#, "",
            "detail.shape: means nothing without items"
        ),
        (
            #","detail":{"path":"/p/{id}","item":"a","items":"b"}"#, "",
            "detail.item: expected one of item, items, and one only"
        ),
        (
            "", #","sort":{"parameter":"s","fields":{"name":"n"}}"#,
            #"list.sort.fields: "name" is not one of id, username, displayName"#
        ),
        (
            #","search":[{"path":"/s","query":{"q":"{text:sql}","r":"{text}"}}]"#, "",
            #"search[0].query.q: "sql" is not one of none, url, glob, json, odata, rison, regex, lucene, ldap, like, scim, words, wildcard, number"#
        ),
        (
            #","detail":{"path":"/p/{id","query":{"id":"{id}"}}"#, "",
            #"detail.path: "/p/{id" has a { without its }; a brace is {{"#
        ),
    ])
    func `a mistake is named with its path and what would be right`(
        members: String, list: String, message: String
    ) {
        let error = #expect(throws: ProfileError.self) { try Profile(acme: members, list: list) }
        #expect(
            error?.description.hasPrefix("profiles/acme.json: \(message)") == true
                || error?.description == message,
            "\(String(describing: error))")
    }
}
