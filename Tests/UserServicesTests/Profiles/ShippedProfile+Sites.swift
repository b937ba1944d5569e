import SluiceHTTP
import Users

@testable import UserServices

/// Nextcloud, Keycloak and WordPress.
extension ShippedProfile {
    /// https://docs.nextcloud.com/server/latest/admin_manual/configuration_user/instruction_set_for_users.html
    static let nextcloud = ShippedProfile(
        name: "nextcloud",
        credential: ["Authorization": "Basic YW5hOnMzY3JldA==", "OCS-APIRequest": "true"],
        answers: [
            "GET /ocs/v2.php/cloud/user?format=json": .json(
                ocs(#"{"id":"ana","display-name":"Ana Brandt","email":"ana@e.example"}"#)),
            "GET /ocs/v2.php/cloud/users/details?format=json&offset=0&limit=50": .json(
                ocs(
                    #"{"users":{"ana":{"id":"ana","enabled":true,"displayname":"Ana Brandt","groups":["admin","ops"]},"bo b":{"enabled":false,"displayname":"Bo","groups":[]}}}"#
                )),
            "GET /ocs/v2.php/cloud/users/details?format=json&offset=2&limit=50": .json(
                ocs(#"{"users":[]}"#)),
            "GET /ocs/v2.php/cloud/users/ana?format=json": .json(
                ocs(
                    #"{"id":"ana","enabled":true,"storageLocation":"planted-secret","backend":"Database","email":"ana@e.example","displayname":"Ana Brandt","phone":"","organisation":"Acme","role":"Ops","groups":["admin","ops"],"language":"en","subadmin":[]}"#
                )),
        ],
        pages: [
            "GET /ocs/v2.php/cloud/users/details?format=json&offset=0&limit=50",
            "GET /ocs/v2.php/cloud/users/details?format=json&offset=2&limit=50",
        ],
        ids: ["ana", "bo b"],
        person: User(
            id: "ana", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            title: "Ops", department: "Acme", isActive: true,
            attributes: ["groups": "admin, ops", "backend": "Database", "language": "en"]),
        search: Search(
            text: "b?b",
            request: "GET /ocs/v2.php/cloud/users/details?format=json&search=b%3Fb&limit=20",
            answer: ocs(#"{"users":{"bo b":{"displayname":"Bo"}}}"#), ids: ["bo b"]),
        refusals: [
            Refusal(
                status: 401,
                body:
                    #"{"ocs":{"meta":{"status":"failure","statuscode":997,"message":"Current user is not logged in"},"data":[]}}"#,
                code: .notLoggedIn, serverCode: "997", words: "not logged in"),
            Refusal(
                status: 403,
                body:
                    #"{"ocs":{"meta":{"status":"failure","statuscode":403,"message":"Logged in account must be an admin, a sub admin or gotten special right to access this setting"},"data":[]}}"#,
                code: .forbidden, serverCode: "403", words: "must be an admin"),
            Refusal(
                status: 404,
                body:
                    #"{"ocs":{"meta":{"status":"failure","statuscode":404,"message":"User does not exist"},"data":[]}}"#,
                code: .notFound, serverCode: "404", words: "User does not exist"),
            Refusal(
                status: 200,
                body:
                    #"{"ocs":{"meta":{"status":"failure","statuscode":107,"message":"a hint"},"data":[]}}"#,
                code: .rejected, serverCode: "107", words: "a hint"),
        ])

    private static func ocs(_ data: String) -> String {
        #"{"ocs":{"meta":{"status":"ok","statuscode":200,"message":"OK"},"data":\#(data)}}"#
    }

    /// https://www.keycloak.org/docs-api/latest/rest-api/index.html#_users; keycloak/keycloak:
    /// services/src/main/java/org/keycloak/services/resources/admin/UsersResource.java (the whole of a
    /// person unless asked otherwise, a count that is a number); the server administration guide,
    /// "Searching for a user" (`*text*` is anywhere in a word)
    static let keycloak = ShippedProfile(
        name: "keycloak", credential: ["Authorization": "Bearer t0ken"],
        answers: [
            "POST /realms/master/protocol/openid-connect/token grant_type=password&client_id=admin-cli&scope=openid&username=ana&password=s3cret":
                .json(
                    #"{"access_token":"t0ken","expires_in":60,"refresh_expires_in":1800,"refresh_token":"r1","token_type":"Bearer"}"#
                ),
            "GET /admin/realms/master/users/count": .json("3"),
            "GET /admin/realms/master/users?first=0&max=200": .json(
                #"[{"id":"0d1c","username":"ana","firstName":"Ana","lastName":"Brandt","email":"ana@e.example","enabled":true,"createdTimestamp":1700000000000,"access":{"view":true}},{"id":"1e2d","username":"bo","enabled":false},{"id":"2f3e","username":"chi","enabled":true}]"#
            ),
            "GET /admin/realms/master/users?first=3&max=200": .json("[]"),
            "GET /admin/realms/master/users/0d1c": .json(
                #"{"id":"0d1c","username":"ana","firstName":"Ana","lastName":"Brandt","email":"ana@e.example","enabled":true,"attributes":{"department":["Ops"],"phoneNumber":["555"]},"credentials":[{"secretData":"planted-secret"}]}"#
            ),
        ],
        pages: [
            "GET /admin/realms/master/users?first=0&max=200",
            "GET /admin/realms/master/users?first=3&max=200",
        ],
        ids: ["0d1c", "1e2d", "2f3e"], total: 3,
        person: User(
            id: "0d1c", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            phone: "555", department: "Ops", isActive: true),
        search: Search(
            text: "b*", request: "GET /admin/realms/master/users?search=%2Ab%2A%2A&max=200",
            answer: #"[{"id":"1e2d","username":"bo"},{"id":"9","username":"x b* y"}]"#,
            ids: ["9"]),
        refusals: [
            Refusal(
                status: 401, body: #"{"error":"HTTP 401 Unauthorized"}"#, code: .notLoggedIn,
                serverCode: "HTTP 401 Unauthorized", words: "401 Unauthorized"),
            Refusal(
                status: 403, body: #"{"error":"HTTP 403 Forbidden"}"#, code: .forbidden,
                serverCode: "HTTP 403 Forbidden", words: "403 Forbidden"),
            Refusal(
                status: 404, body: #"{"error":"User not found"}"#, code: .notFound,
                serverCode: "User not found", words: "User not found"),
            Refusal(
                status: 400,
                body:
                    #"{"error":"unknown_error","error_description":"For more on this error consult the server log."}"#,
                code: .badStatus, serverCode: "unknown_error", words: "consult the server log"),
        ])

    /// https://developer.wordpress.org/rest-api/reference/users/; WordPress/wordpress-develop:
    /// src/wp-includes/rest-api/endpoints/class-wp-rest-users-controller.php (orders, headers, refusals)
    static let wordpress = ShippedProfile(
        name: "wordpress", credential: ["Authorization": "Basic YW5hOnMzY3JldA=="],
        answers: [
            "GET /wp-json/wp/v2/users/me?context=edit": .json(
                #"{"id":1,"username":"ana","name":"Ana Brandt"}"#),
            "GET /wp-json/wp/v2/users?context=edit&page=1&per_page=100": .json(
                #"[{"id":1,"username":"ana","name":"Ana Brandt","email":"ana@e.example","slug":"ana"},{"id":2,"username":"bo","name":"","first_name":"Bo","last_name":"B","slug":"bo"}]"#,
                headers: ["X-WP-Total": "3", "X-WP-TotalPages": "2"]),
            "GET /wp-json/wp/v2/users?context=edit&page=2&per_page=100": .json(
                #"[{"id":3,"username":"chi","name":"Chi"}]"#,
                headers: ["X-WP-Total": "3", "X-WP-TotalPages": "2"]),
            "GET /wp-json/wp/v2/users/1?context=edit": .json(
                #"{"id":1,"username":"ana","name":"Ana Brandt","email":"ana@e.example","locale":"en_US","registered_date":"2020-01-01T00:00:00+00:00","roles":["administrator"],"capabilities":{"x":true},"avatar_urls":{"24":"https://a.example/24","96":"https://a.example/96"},"meta":{"secret":"planted-secret"}}"#
            ),
        ],
        pages: [
            "GET /wp-json/wp/v2/users?context=edit&page=1&per_page=100",
            "GET /wp-json/wp/v2/users?context=edit&page=2&per_page=100",
        ],
        ids: ["1", "2", "3"], total: 3,
        person: User(
            id: "1", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            avatarURL: "https://a.example/96",
            attributes: [
                "roles": "administrator", "locale": "en_US",
                "registered": "2020-01-01T00:00:00+00:00",
            ]),
        search: Search(
            text: "bo", request: "GET /wp-json/wp/v2/users?context=edit&search=bo&per_page=20",
            answer: #"[{"id":2,"username":"bo"}]"#, ids: ["2"]),
        refusals: [
            // FIELD-CASES: the code is a string, and data is present on failure.
            Refusal(
                status: 401,
                body:
                    #"{"code":"rest_not_logged_in","message":"You are not currently logged in.","data":{"status":401}}"#,
                code: .notLoggedIn, serverCode: "rest_not_logged_in", words: "not currently"),
            Refusal(
                status: 401,
                body:
                    #"{"code":"incorrect_password","message":"The provided password is an invalid application password.","data":{"status":401}}"#,
                code: .sessionExpired, serverCode: "incorrect_password",
                words: "invalid application password"),
            Refusal(
                status: 403,
                body:
                    #"{"code":"rest_forbidden_context","message":"Sorry, you are not allowed to list users.","data":{"status":403}}"#,
                code: .forbidden, serverCode: "rest_forbidden_context", words: "not allowed"),
            Refusal(
                status: 404,
                body:
                    #"{"code":"rest_user_invalid_id","message":"Invalid user ID.","data":{"status":404}}"#,
                code: .notFound, serverCode: "rest_user_invalid_id", words: "Invalid user ID"),
            Refusal(
                status: 400,
                body:
                    #"{"code":"rest_invalid_param","message":"Invalid parameter(s): per_page","data":{"status":400,"params":{}}}"#,
                code: .badStatus, serverCode: "rest_invalid_param", words: "per_page"),
        ])
}
