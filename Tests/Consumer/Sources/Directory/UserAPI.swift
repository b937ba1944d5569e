import SluiceFlow
import SluiceHTTP

package struct User: Decodable, Sendable {
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

    package func login(_ login: Login) -> Single<User, RequestError> {
        client.post("/v3/login").json(login).login(secrets: [login.password]).object()
    }
}
