import Testing

@testable import UserServices

/// What a profile may say, key by key, and not all at once, or not there.
@Suite struct `Nonsense in profiles` {
    // Login and token.
    private static let login = #""login":{"path":"/l","body":{"p":"{password}"},"token":"t"}"#

    @Test(arguments: [
        (#","auth":{"header":"X-Key"}"#, "auth.header: means nothing with scheme none"),
        (#","auth":{"scheme":"none",\#(login)}"#, "auth.login: means nothing with scheme none"),
        (#","auth":{"scheme":"basic",\#(login)}"#, "auth.login: means nothing with scheme basic"),
        (
            #","auth":{"scheme":"token","cookie":"c"}"#,
            "auth.cookie: means nothing with scheme token"
        ),
        (
            #","auth":{"scheme":"token","pair":"{account}:x"}"#,
            "auth.pair: has no place for {token}"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","token":"t","body":{"n":"{name}"}}}"#,
            "auth.login.path: the call has no place for {password}"
        ),
        (
            #","auth":{"scheme":"token",\#(login),"refresh":{"path":"/r","token":"t"}}"#,
            "auth.refresh.path: the call has no place for {refreshToken}"
        ),
        (
            #","auth":{"scheme":"token",\#(login),"logout":{"path":"/o","body":{"t":"{refreshToken}"}}}"#,
            "auth.login.refreshToken: missing; a call has a place for it, and nothing gives it"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","body":{"p":"{password}"},"token":"t","refreshToken":"r"}}"#,
            "auth.login.refreshToken: means nothing; no call has a place for {refreshToken}"
        ),
        (
            #","auth":{"scheme":"token","login":{"path":"/l","body":{"p":"{password}"},"token":"t","expires":"a","expiresIn":"b"}}"#,
            "auth.login.expiresIn: expected one of expires, expiresIn, and one only"
        ),
        (
            #","auth":{"scheme":"token",\#(login),"whoAmI":{"path":"/me","refusedStatuses":[403]}}"#,
            "auth.whoAmI.refusedStatuses: means nothing with login, which refuses itself"
        ),
        (
            #","auth":{"scheme":"token","whoAmI":{"path":"/me","accountPrefix":"a:"}}"#,
            "auth.whoAmI.accountPrefix: means nothing without account"
        ),
        (
            #","auth":{"scheme":"token","header":"X Key"}"#,
            #"auth.header: "X Key" is no header's name; one is X-Api-Key"#
        ),
    ])
    func `what says nothing of a login, or half of it, is a mistake`(
        members: String, message: String
    ) { expect(message) { try Profile(acme: members) } }

    @Test(arguments: [
        (#","headers":{"X:":"1"}"#, #"headers.X:: "X:" is no header's name; one is X-Api-Key"#),
        (
            #","headers":{"X":"a\nb"}"#,
            "headers.X: a header field is one line without control characters"
        ),
        (
            #","variables":{"a:b":"1"}"#,
            #"variables.a:b: "a:b" is no name; one has letters, digits, and _ - ."#
        ),
        (
            #","variables":{"id":"1"}"#,
            "variables.id: the name is that of a value of calls; choose another"
        ),
        (#","dates":[]"#, "dates: none; at least one is needed"),
        (
            #","envelope":{"sessionStatuses":[200]}"#,
            "envelope.sessionStatuses: 200 means success; a code in the body can say no then"
        ),
        (
            #","envelope":{"code":"c","success":{"code":[]}}"#,
            "envelope.success.code: none; at least one is needed"
        ),
        (
            #","envelope":{"code":"c","sessionCodes":["a"],"forbiddenCodes":["b","a"]}"#,
            #"envelope.forbiddenCodes: "a" stands in sessionCodes too"#
        ),
        (
            #","envelope":{"code":"c","success":{"code":0},"notFoundCodes":["0"]}"#,
            #"envelope.notFoundCodes: "0" stands in success.code too"#
        ),
        (
            #","retry":{"statuses":[401]}"#,
            "retry.statuses: 401 stands in envelope.sessionStatuses too"
        ),
        (
            #","retry":{"header":{"name":"X-Left","equals":"0"}}"#,
            "retry.header: means nothing without statuses"
        ),
        (
            #","retry":{"statuses":[403],"header":{"name":"X-Left"}}"#,
            #"retry.header.equals: missing; the header's value that means "later" is needed"#
        ),
        (
            #","delta":{"parameter":"since"}"#,
            "profiles/acme.json has 2 mistakes: delta.tombstone: missing; without it nobody would ever go, and changes aren't asked for; delta: means nothing while the list has no updatedAt to ask since"
        ),
        (
            #","detail":{"path":"/p/{id}","body":{"n":"a{size:number}"}}"#,
            #"detail.body.n: "{size}" is not one of baseURL, id; a brace is {{"#
        ),
        (
            #","detail":{"path":"p/{id}"}"#,
            #"detail.path: "p/{id}" doesn't begin with a slash, as "/users" does"#
        ),
        (
            #","detail":{"path":"/p/{id:number}","query":{"i":"{id}"}}"#,
            #"detail.path: "number" means nothing here; it is for a value that is alone in a text of a JSON body"#
        ),
        (
            #","detail":{"path":"/p/{id}","method":"POST","body":{"n":"no. {id:number}"}}"#,
            #"detail.body.n: "number" means nothing here; it is for a value that is alone in a text of a JSON body"#
        ),
        (
            #","detail":{"path":"/p/{id}","encoding":"form"}"#,
            "detail.encoding: means nothing without body"
        ),
        (
            #","search":{"path":"/s","query":{"q":"{text}","n":"{size}"},"limitParameter":"limit"}"#,
            "search.limitParameter: means nothing; the call has a place for {size}"
        ),
        (
            #","search":{"path":"/s","query":{"q":"{text}"},"limitParameter":"q"}"#,
            #"search.limitParameter: "q" is a parameter of the search already"#
        ),
        (
            #","search":{"path":"/s","query":{"q":"{text}"},"limitParameter":""}"#,
            "search.limitParameter: empty; leave it out, or say which"
        ),
    ])
    func `what contradicts itself, or can never hold, is a mistake`(
        members: String, message: String
    ) { expect(message) { try Profile(acme: members) } }

    @Test(arguments: [
        (
            #","paging":{"sizeParameter":"n"}"#,
            "list.paging.kind: missing; one of none, page, offset, startIndex, cursor, lastId, nextHeader, nextPath, link is needed"
        ),
        (
            #","paging":{"kind":"page","size":0}"#,
            "list.paging.size: expected a whole number from 1 to 100000, found 0"
        ),
        (
            #","paging":{"kind":"page","sizeParameter":"n","size":300,"sizeLimit":200}"#,
            "list.paging.size: 300 is more than sizeLimit, 200"
        ),
        (
            #","paging":{"kind":"page","sizeLimit":200}"#,
            "list.paging.sizeLimit: means nothing while no parameter asks for a size"
        ),
        (
            #","paging":{"kind":"link","more":"m"}"#,
            "list.paging.more: means nothing with kind link"
        ),
        (
            #","paging":{"kind":"cursor","path":"c","stop":"short"}"#,
            "list.paging.stop: means nothing with kind cursor"
        ),
        (
            #","paging":{"kind":"offset","pages":"p"}"#,
            "list.paging.pages: means nothing with kind offset"
        ),
        (
            #","query":{"p":"{page}"},"paging":{"kind":"offset"}"#,
            "list.paging.kind: offset gives no {page}, which the call has a place for"
        ),
        (#","query":{"p":"{page}"}"#, "list.paging: missing; the call has a place for {page}"),
        (
            #","query":{"p":"{page}"},"paging":{"kind":"page","parameter":"q"}"#,
            "list.paging.parameter: means nothing; the call has a place for {page}"
        ),
        (
            #","query":{"page":"1"},"paging":{"kind":"page"}"#,
            #"list.paging.parameter: "page" is a parameter of the list already"#
        ),
        (
            #","query":{"n":"{size}"},"paging":{"kind":"page","sizeParameter":"m"}"#,
            "list.paging.sizeParameter: means nothing; the call has a place for {size}"
        ),
        (
            #","sort":{"parameter":"s"}"#,
            "list.sort.fields: none; say what the server calls each field that it sorts by"
        ),
        (
            #","fields":{"id":"@key"}"#,
            #"list.fields.id: "@key" is there only with "shape": "object""#
        ),
        (
            #","fill":true,"partial":true"#,
            "profiles/acme.json has 2 mistakes: list.partial: means nothing with fill; detail: missing; \"fill\" asks for each person by it"
        ),
    ])
    func `a list that can't be asked for as it says is a mistake`(list: String, message: String) {
        expect(message) { try Profile(acme: "", list: list) }
    }

    @Test(arguments: [
        (
            #""isActive":{"equals":"ACTIVE"}"#,
            "fields.isActive.path: missing; the path of the value is needed"
        ),
        (
            #""isActive":{"path":"s","equals":[]}"#,
            "fields.isActive.equals: none; at least one is needed"
        ),
        (
            #""isActive":"{a} {b}""#,
            "fields.isActive: expected a path, or a test: a join is neither yes nor no"
        ),
        (
            #""updatedAt":"{day} {time}""#,
            "fields.updatedAt: expected the path of a time, or several to try in order"
        ),
        (
            #""updatedAt":{"path":"t","after":"/"}"#,
            "fields.updatedAt: expected the path of a time, or several to try in order"
        ),
        (
            #""username":{"path":"id","after":""}"#,
            "fields.username.after: empty; leave it out, or say which"
        ),
        (#""attributes":{"":"a"}"#, "fields.attributes.: an attribute without a name"),
    ])
    func `a rule that can give nothing is a mistake`(rule: String, message: String) {
        expect(message) { try Profile(acme: "", fields: #"{"id":"id",\#(rule)}"#) }
    }

    @Test(arguments: [
        (
            "ftp://a.example",
            #""ftp://a.example" has a scheme that isn't one of http, https, sample"#
        ),
        (
            "https://a.example/{realm}",
            #""https://a.example/{realm}" has a brace in it; paths have places for values"#
        ),
        ("https://a.example/#top", ##""https://a.example/#top" has a # in it, where a path ends"##),
        ("a.example", #""a.example" is no URL; one is https://api.example.com/v1"#),
    ])
    func `a base URL that no request can begin with is a mistake`(url: String, message: String) {
        let text = #"{"name":"t","baseURL":"\#(url)","list":{"path":"/u"},"fields":{"id":"id"}}"#
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "t")
        }
        #expect(error?.description == "t: baseURL: \(message)")
    }

    @Test(arguments: ["a/b", "a b", "t.json", "-t", ".t", "a:b"])
    func `a name that is no file's, or no argument's, is a mistake`(name: String) {
        let text =
            #"{"name":"\#(name)","baseURL":"https://a.b","list":{"path":"/u"},"fields":{"id":"id"}}"#
        let error = #expect(throws: ProfileError.self) {
            try Profile(json: Array(text.utf8), origin: "t")
        }
        #expect(error?.mistakes.map(\.path) == ["name"])
    }

    private func expect(_ message: String, _ read: () throws -> Profile) {
        let error = #expect(throws: ProfileError.self) { _ = try read() }
        #expect(
            error?.description == "profiles/acme.json: \(message)" || error?.description == message,
            "\(String(describing: error))")
    }
}
