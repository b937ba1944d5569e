import SluiceHTTP

/// How an API says yes and no: where its code, message and data stand, and which of them mean what.
struct ProfileEnvelope: Hashable, Sendable {
    /// What makes an answer a success, beyond its HTTP status.
    enum Success: Hashable, Sendable {
        /// The status alone.
        case status
        /// The value at the first code path is one of these.
        case code([String])
        /// The value at this path is true.
        case isTrue(JSONPath)
        /// Something stands at this path.
        case present(JSONPath)
    }

    /// Where the payload stands; nil where the whole body is it.
    var data: JSONPath?
    /// Where the server's own code stands, tried in order.
    var codes: [JSONPath]
    /// Where the server's own message stands, tried in order.
    var messages: [JSONPath]
    var success: Success
    /// The HTTP statuses that mean "your session has ended".
    var sessionStatuses: [Int]
    /// The codes in a body that mean the same.
    var sessionCodes: [String]
    /// The codes in a body that mean "no such person"; HTTP 404 does so anyway.
    var notFoundCodes: [String]

    init(_ object: inout ProfileObject) throws(ProfileError) {
        data = try object.path("data")
        codes = try object.paths("code")
        messages = try object.paths("message")
        sessionStatuses = try object.statuses("sessionStatuses", otherwise: [401])
        sessionCodes = try object.texts("sessionCodes") ?? []
        notFoundCodes = try object.texts("notFoundCodes") ?? []
        success =
            try object.object("success") { test throws(ProfileError) in
                let code = try test.texts("code")
                let isTrue = try test.path("true")
                let present = try test.path("present")
                switch (code, isTrue, present) {
                case (let codes?, nil, nil): return .code(codes)
                case (nil, let path?, nil): return .isTrue(path)
                case (nil, nil, let path?): return .present(path)
                default:
                    throw test.error("code", "expected one of code, true, present, and one only")
                }
            } ?? .status
        if case .code = success, codes.isEmpty {
            throw object.error("code", "missing; the success test needs the code's path")
        }
    }

    /// A bare API: the whole body is the payload, and the status says it all.
    init() {
        (data, codes, messages, success) = (nil, [], [], .status)
        (sessionStatuses, sessionCodes, notFoundCodes) = ([401], [], [])
    }
}
