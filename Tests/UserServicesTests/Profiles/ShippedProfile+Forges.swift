import SluiceHTTP
import Users

@testable import UserServices

/// GitHub, GitLab and Gitea.
extension ShippedProfile {
    /// https://docs.github.com/en/rest/orgs/members, https://docs.github.com/en/rest/users/users,
    /// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
    static let github = ShippedProfile(
        name: "github", credential: ["Authorization": "Bearer s3cret"],
        answers: [
            "GET /user": .json(#"{"login":"ana","id":1}"#),
            "GET /orgs/swiftlang/members?per_page=100": .json(
                #"[{"login":"ana","id":1,"avatar_url":"https://a.example/1","type":"User"},{"login":"bo-b","id":2}]"#,
                headers: [
                    "Link":
                        #"<https://api.github.com/organizations/9/members?per_page=100&page=2>; rel="next", <https://api.github.com/organizations/9/members?per_page=100&page=2>; rel="last""#
                ]),
            "GET /organizations/9/members?per_page=100&page=2": .json(
                #"[{"login":"chi","id":3}]"#,
                headers: [
                    "Link":
                        #"<https://api.github.com/organizations/9/members?per_page=100&page=1>; rel="prev""#
                ]),
            "GET /users/ana": .json(
                #"{"login":"ana","id":1,"avatar_url":"https://a.example/1","name":"Ana Brandt","company":"Acme","location":null,"email":null,"updated_at":"2024-05-01T10:00:00Z","gists_url":"planted-secret"}"#
            ),
        ],
        pages: [
            "GET /orgs/swiftlang/members?per_page=100",
            "GET /organizations/9/members?per_page=100&page=2",
        ],
        ids: ["ana", "bo-b", "chi"],
        person: User(
            id: "ana", username: "ana", displayName: "Ana Brandt", avatarURL: "https://a.example/1",
            updatedAt: 1_714_557_600_000, attributes: ["company": "Acme", "number": "1"]),
        refusals: [
            Refusal(
                status: 401, body: #"{"message":"Requires authentication","status":"401"}"#,
                code: .notLoggedIn, words: "Requires authentication"),
            Refusal(
                status: 401,
                body: #"{"message":"Bad credentials","documentation_url":"https://…"}"#,
                code: .sessionExpired, words: "Bad credentials"),
            Refusal(
                status: 403, body: #"{"message":"Resource not accessible by integration"}"#,
                headers: ["X-RateLimit-Remaining": "41"], code: .forbidden,
                words: "not accessible"),
            Refusal(
                status: 404, body: #"{"message":"Not Found","status":"404"}"#, code: .notFound,
                words: "Not Found"),
            Refusal(
                status: 422,
                body:
                    #"{"message":"Validation Failed","errors":[{"resource":"Search","field":"q","code":"missing"}]}"#,
                code: .badStatus, serverCode: "missing", words: "Validation Failed"),
        ])

    /// https://docs.gitlab.com/ee/api/users.html, https://docs.gitlab.com/ee/api/rest/#pagination
    static let gitlab = ShippedProfile(
        name: "gitlab", credential: ["PRIVATE-TOKEN": "s3cret"],
        answers: [
            "GET /api/v4/user": .json(#"{"id":1,"username":"ana"}"#),
            "GET /api/v4/users?per_page=100": .json(
                #"[{"id":1,"username":"ana","name":"Ana Brandt","state":"active","locked":false,"avatar_url":null,"web_url":"…"},{"id":2,"username":"bo","name":"Bo","state":"blocked"}]"#,
                headers: [
                    "X-Total": "3", "X-Next-Page": "2",
                    "Link":
                        #"<https://gitlab.com/api/v4/users?page=2&per_page=100>; rel="next", <https://gitlab.com/api/v4/users?page=1&per_page=100>; rel="first""#,
                ]),
            "GET /api/v4/users?page=2&per_page=100": .json(
                #"[{"id":3,"username":"chi","name":"Chi","state":"active"}]"#,
                headers: ["X-Total": "3", "X-Next-Page": ""]),
            "GET /api/v4/users/1": .json(
                #"{"id":1,"username":"ana","name":"Ana Brandt","state":"active","avatar_url":"https://a.example/1","public_email":"ana@e.example","organization":"Acme","job_title":"Ops","location":"","private_token":"planted-secret"}"#
            ),
        ],
        pages: ["GET /api/v4/users?per_page=100", "GET /api/v4/users?page=2&per_page=100"],
        ids: ["1", "2", "3"], total: 3,
        person: User(
            id: "1", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            title: "Ops", isActive: true, avatarURL: "https://a.example/1",
            attributes: ["organization": "Acme"]),
        search: Search(
            text: "a&b=c", request: "GET /api/v4/users?search=a%26b%3Dc&per_page=20",
            answer: #"[{"id":2,"username":"bo","state":"active"}]"#, ids: ["2"]),
        refusals: [
            Refusal(
                status: 401, body: #"{"message":"401 Unauthorized"}"#, code: .notLoggedIn,
                words: "401 Unauthorized"),
            Refusal(
                status: 401,
                body:
                    #"{"error":"invalid_token","error_description":"Token was revoked. You have to re-authorize from the user."}"#,
                code: .sessionExpired, serverCode: "invalid_token", words: "Token was revoked"),
            Refusal(
                status: 403, body: #"{"message":"403 Forbidden"}"#, code: .forbidden,
                words: "403 Forbidden"),
            Refusal(
                status: 404, body: #"{"message":"404 User Not Found"}"#, code: .notFound,
                words: "404 User Not Found"),
            Refusal(
                status: 400, body: #"{"error":"id is invalid"}"#, code: .badStatus,
                serverCode: "id is invalid", words: "id is invalid"),
            Refusal(
                status: 429, body: "Retry later", headers: ["Content-Type": "text/plain"],
                code: .badStatus, words: "Retry later"),
        ])

    /// https://docs.gitea.com/development/api-usage (the header, pages, their size), and of
    /// go-gitea/gitea: routers/api/v1/user/user.go, services/convert/user.go, services/context/api.go
    ///
    /// Whether somebody is active is told to admins; others are told `false` of everyone.
    static let gitea = ShippedProfile(
        name: "gitea", credential: ["Authorization": "token s3cret"],
        answers: [
            "GET /api/v1/user": .json(#"{"id":1,"login":"ana"}"#),
            "GET /api/v1/users/search?page=1&limit=50": .json(
                #"{"ok":true,"data":[{"id":1,"login":"ana","full_name":"","email":"ana@noreply.e.example","avatar_url":"https://a.example/1","active":true},{"id":2,"login":"bo","full_name":"Bo B","active":false}]}"#,
                headers: ["X-Total-Count": "3"]),
            "GET /api/v1/users/search?page=2&limit=50": .json(
                #"{"ok":true,"data":[{"id":3,"login":"chi"}]}"#, headers: ["X-Total-Count": "3"]),
            "GET /api/v1/users/ana": .json(
                #"{"id":1,"login":"ana","full_name":"","email":"ana@noreply.e.example","avatar_url":"https://a.example/1","active":true,"website":"","location":"Oslo","description":"planted-secret"}"#
            ),
        ],
        pages: [
            "GET /api/v1/users/search?page=1&limit=50", "GET /api/v1/users/search?page=2&limit=50",
        ],
        ids: ["ana", "bo", "chi"], total: 3,
        person: User(
            id: "ana", username: "ana", displayName: "ana", email: "ana@noreply.e.example",
            isActive: true, avatarURL: "https://a.example/1",
            attributes: ["location": "Oslo", "number": "1"]),
        search: Search(
            text: "bo", request: "GET /api/v1/users/search?q=bo&limit=20",
            answer: #"{"ok":true,"data":[{"id":2,"login":"bo"}]}"#, ids: ["bo"]),
        refusals: [
            Refusal(
                status: 401,
                body:
                    #"{"message":"you must be signed in to search for users","url":"https://gitea.com/api/swagger"}"#,
                code: .notLoggedIn, words: "must be signed in"),
            Refusal(
                status: 401, body: #"{"message":"invalid username, password or token"}"#,
                code: .sessionExpired, words: "invalid username"),
            Refusal(
                status: 403,
                body:
                    #"{"message":"token does not have at least one of required scope(s): [read:user]"}"#,
                code: .forbidden, words: "required scope"),
            Refusal(
                status: 404,
                body:
                    #"{"errors":null,"message":"The target couldn't be found.","url":"https://gitea.com/api/swagger"}"#,
                code: .notFound, words: "couldn't be found"),
        ])
}
