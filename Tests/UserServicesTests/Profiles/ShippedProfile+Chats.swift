import SluiceHTTP
import Users

@testable import UserServices

/// Mattermost, Discourse and Slack.
extension ShippedProfile {
    /// https://api.mattermost.com/#tag/users; mattermost/mattermost: api/v4/source/users.yaml (calls),
    /// introduction.yaml beside it (the token, errors, at most 200 a page, the rate limit)
    static let mattermost = ShippedProfile(
        name: "mattermost", credential: ["Authorization": "Bearer t0ken"],
        answers: [
            #"POST /api/v4/users/login {"login_id":"ana","password":"s3cret"}"#: .json(
                #"{"id":"u1","username":"ana"}"#, headers: ["Token": "t0ken"]),
            "GET /api/v4/users/stats": .json(#"{"total_users_count":3}"#),
            "GET /api/v4/users?page=0&per_page=200": .json(
                #"[{"id":"u1","username":"ana","first_name":"Ana","last_name":"Brandt","delete_at":0,"update_at":1700000000123},{"id":"u2","username":"bo","first_name":"","last_name":"","nickname":"Bobo","delete_at":1700000000999},{"id":"u3","username":"chi","delete_at":0}]"#
            ),
            "GET /api/v4/users?page=1&per_page=200": .json("[]"),
            "GET /api/v4/users/u1": .json(
                #"{"id":"u1","create_at":1600000000000,"update_at":1700000000123,"delete_at":0,"username":"ana","auth_data":"planted-secret","email":"ana@e.example","nickname":"","first_name":"Ana","last_name":"Brandt","position":"Ops","roles":"system_user","locale":"en"}"#
            ),
        ],
        pages: ["GET /api/v4/users?page=0&per_page=200", "GET /api/v4/users?page=1&per_page=200"],
        ids: ["u1", "u2", "u3"], total: 3,
        person: User(
            id: "u1", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            title: "Ops", isActive: true, updatedAt: 1_700_000_000_123,
            attributes: ["roles": "system_user", "locale": "en"]),
        search: Search(
            text: #"b"o"#,
            request:
                #"POST /api/v4/users/search {"term":"b\"o","limit":20,"allow_inactive":true}"#,
            answer: #"[{"id":"u2","username":"bo"}]"#, ids: ["u2"]),
        refusals: [
            Refusal(
                status: 401,
                body:
                    #"{"id":"api.context.session_expired.app_error","message":"Invalid or expired session, please login again.","detailed_error":"","request_id":"x","status_code":401}"#,
                code: .notLoggedIn, serverCode: "api.context.session_expired.app_error",
                words: "please login again"),
            Refusal(
                status: 403,
                body:
                    #"{"id":"api.context.permissions.app_error","message":"You do not have the appropriate permissions.","status_code":403}"#,
                code: .forbidden, serverCode: "api.context.permissions.app_error",
                words: "appropriate permissions"),
            Refusal(
                status: 404,
                body:
                    #"{"id":"app.user.missing_account.const","message":"Unable to find the user.","status_code":404}"#,
                code: .notFound, serverCode: "app.user.missing_account.const",
                words: "Unable to find"),
            // FIELD-CASES: a 429 is plain text.
            Refusal(
                status: 429, body: "limit exceeded",
                headers: ["Content-Type": "text/plain", "X-RateLimit-Reset": "1"],
                code: .badStatus, words: "limit exceeded"),
        ])

    /// https://docs.discourse.org (admin/users; the key's headers), and of discourse/discourse:
    /// lib/admin_user_index_query.rb (pages of 100 from 1, orders),
    /// app/serializers/admin_user_list_serializer.rb (what a list tells)
    ///
    /// A person's e-mail address is in lists that ask for it, and not in the answer about one.
    static let discourse = ShippedProfile(
        name: "discourse", credential: ["Api-Key": "s3cret", "Api-Username": "ana"],
        answers: [
            "GET /session/current.json": .json(#"{"current_user":{"id":1,"username":"ana"}}"#),
            "GET /admin/users/list/active.json?show_emails=true&order=created&asc=true&page=1":
                .json(
                    #"[{"id":1,"username":"ana","name":"Ana Brandt","email":"ana@e.example","active":true},{"id":2,"username":"bo","name":null,"active":true}]"#
                ),
            "GET /admin/users/list/active.json?show_emails=true&order=created&asc=true&page=2":
                .json("[]"),
            "GET /admin/users/1.json": .json(
                #"{"id":1,"username":"ana","name":"Ana Brandt","title":"Ops","active":true,"trust_level":4,"last_seen_at":"2024-05-01T10:00:00.000Z","ip_address":"planted-secret"}"#
            ),
        ],
        pages: [
            "GET /admin/users/list/active.json?show_emails=true&order=created&asc=true&page=1",
            "GET /admin/users/list/active.json?show_emails=true&order=created&asc=true&page=2",
        ],
        ids: ["1", "2"],
        person: User(
            id: "1", username: "ana", displayName: "Ana Brandt", title: "Ops", isActive: true,
            attributes: ["trustLevel": "4", "lastSeen": "2024-05-01T10:00:00.000Z"]),
        search: Search(
            text: "b o",
            request: "GET /admin/users/list/active.json?show_emails=true&filter=b%20o",
            answer: #"[{"id":2,"username":"bo"}]"#, ids: ["2"]),
        refusals: [
            Refusal(
                status: 403,
                body:
                    #"{"errors":["You need to be logged in to do that."],"error_type":"not_logged_in"}"#,
                code: .notLoggedIn, serverCode: "not_logged_in", words: "need to be logged in"),
            Refusal(
                status: 403,
                body:
                    #"{"errors":["You are not permitted to view the requested resource. The API username or key is invalid."],"error_type":"invalid_access"}"#,
                code: .forbidden, serverCode: "invalid_access", words: "key is invalid"),
            Refusal(
                status: 404,
                body:
                    #"{"errors":["The requested URL or resource could not be found."],"error_type":"not_found"}"#,
                code: .notFound, serverCode: "not_found", words: "could not be found"),
            Refusal(
                status: 429,
                body:
                    #"{"errors":["You've performed this action too many times."],"error_type":"rate_limit","extras":{"wait_seconds":7}}"#,
                code: .badStatus, serverCode: "rate_limit", words: "too many times"),
        ])

    /// https://docs.slack.dev/reference/methods/users.list, …/users.info, …/auth.test,
    /// https://docs.slack.dev/apis/web-api/pagination, …/rate-limits; slackapi/slack-api-specs:
    /// web-api/slack_web_openapi_v2.json (fields, errors)
    static let slack = ShippedProfile(
        name: "slack", credential: ["Authorization": "Bearer s3cret"],
        answers: [
            "POST /api/auth.test": .json(
                #"{"ok":true,"url":"https://acme.slack.com/","team":"Acme","user":"ana","user_id":"U1"}"#
            ),
            "GET /api/users.list?limit=200": .json(
                #"{"ok":true,"members":[{"id":"U1","name":"ana","deleted":false,"profile":{"real_name":"Ana Brandt"},"updated":1700000000},{"id":"U2","name":"bo","deleted":true,"real_name":"Bo"}],"cache_ts":1,"response_metadata":{"next_cursor":"dXNlcjpVMEc5V0ZYTlo="}}"#
            ),
            "GET /api/users.list?cursor=dXNlcjpVMEc5V0ZYTlo%3D&limit=200": .json(
                #"{"ok":true,"members":[{"id":"U3","name":"chi"}],"response_metadata":{"next_cursor":""}}"#
            ),
            "GET /api/users.info?user=U1": .json(
                #"{"ok":true,"user":{"id":"U1","name":"ana","deleted":false,"tz":"Europe/Oslo","is_bot":false,"updated":1700000000,"two_factor_type":"planted-secret","profile":{"title":"Ops","phone":"","real_name":"Ana Brandt","email":"ana@e.example","image_192":"https://a.example/1"}}}"#
            ),
        ],
        pages: [
            "GET /api/users.list?limit=200",
            "GET /api/users.list?cursor=dXNlcjpVMEc5V0ZYTlo%3D&limit=200",
        ],
        ids: ["U1", "U2", "U3"],
        person: User(
            id: "U1", username: "ana", displayName: "Ana Brandt", email: "ana@e.example",
            title: "Ops", isActive: true, avatarURL: "https://a.example/1",
            updatedAt: 1_700_000_000_000,
            attributes: ["timezone": "Europe/Oslo", "isBot": "false"]),
        refusals: [
            Refusal(
                status: 200, body: #"{"ok":false,"error":"not_authed"}"#, code: .notLoggedIn,
                serverCode: "not_authed", words: "not_authed"),
            Refusal(
                status: 200, body: #"{"ok":false,"error":"token_revoked"}"#, code: .sessionExpired,
                serverCode: "token_revoked", words: "token_revoked"),
            Refusal(
                status: 200,
                body:
                    #"{"ok":false,"error":"missing_scope","needed":"users:read","provided":"chat:write"}"#,
                code: .forbidden, serverCode: "missing_scope", words: "missing_scope"),
            Refusal(
                status: 200, body: #"{"ok":false,"error":"not_allowed_token_type"}"#,
                code: .forbidden, serverCode: "not_allowed_token_type", words: "token_type"),
            Refusal(
                status: 200, body: #"{"ok":false,"error":"user_not_found"}"#, code: .notFound,
                serverCode: "user_not_found", words: "user_not_found"),
            Refusal(
                status: 200, body: #"{"ok":false,"error":"invalid_cursor"}"#, code: .rejected,
                serverCode: "invalid_cursor", words: "invalid_cursor"),
            Refusal(
                status: 429, body: #"{"ok":false,"error":"ratelimited"}"#,
                headers: ["Retry-After": "30"], code: .badStatus, serverCode: "ratelimited",
                words: "ratelimited"),
        ])
}
