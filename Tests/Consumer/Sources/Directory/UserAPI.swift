import SluiceFlow
import SluiceHTTP

package struct User: Decodable, Identifiable, Sendable {
    package var id: String
    package var name: String
}

package struct Login: Encodable, Sendable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

/// An app's API: a line a call, typed.
package struct UserAPI: Sendable {
    package let client: APIClient

    package init(client: APIClient) { self.client = client }

    package func user(_ id: String) -> Single<User, RequestError> {
        client.get("/v3/user/\(id)").object()
    }

    /// Everyone, a page at a time; who comes twice since pages shifted is given once.
    package func everyone(from place: PageToken? = nil) -> Pages<User> {
        client.get("/v3/users")
            .pages(by: .numbered().sized(2, by: "size").endingShort(), from: place)
    }

    package func login(_ login: Login) -> Single<User, RequestError> {
        client.post("/v3/login").json(login).login(secrets: [login.password]).object()
    }
}
