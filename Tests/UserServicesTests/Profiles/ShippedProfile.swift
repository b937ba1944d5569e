import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// A shipped profile, and the exchanges that its API's documentation shows: what a test of it needs.
struct ShippedProfile: Sendable, CustomTestStringConvertible {
    /// An answer that isn't a success, and what is to be made of it.
    struct Refusal: Sendable {
        var status: Int
        var body: String
        var headers: HTTPHeaders = [:]
        var code: ServiceError.Code
        /// The server's own code.
        var serverCode: String?
        /// A part of the server's own words.
        var words: String
    }

    /// A text to search for, the request that is to be made of it, and who is found.
    struct Search: Sendable {
        var text: String
        /// Method, path and query; the body after a blank, where there is one.
        var request: String
        var answer: String
        var ids: [String]
    }

    var name: String
    /// A name and a password that are accepted.
    var login = ("ana", "s3cret")
    /// The account after the login.
    var account = "ana"
    /// What each request carries then.
    var credential: [String: String]
    /// Answers by method, path and query; those of the pages and of the login among them.
    var answers: [String: HTTPResponse]
    /// The requests of a sync, in order, without those that only count.
    var pages: [String]
    /// Everyone, after a sync.
    var ids: [String]
    var total: Int?
    /// One person as the detail's call gives it, without the time of fetching.
    var person: User
    var search: Search?
    var refusals: [Refusal]

    var testDescription: String { name }

    /// A server that gives these answers, the search's among them, to whoever shows the credential.
    var exchanges: Exchanges {
        Exchanges { asked in
            let isLoggedIn = credential.allSatisfy { asked.header($0.key) == $0.value }
            let line = asked.line + (asked.body.isEmpty ? "" : " " + asked.body)
            if isLoggedIn || line.contains("s3cret") {
                if let answer = answers[line] ?? answers[asked.line] { return answer }
                if let search, line == search.request { return .json(search.answer) }
            }
            let refusal = refusals.first {
                isLoggedIn ? $0.code == .notFound : $0.code == .notLoggedIn
            }
            return refusal?.response ?? HTTPResponse(status: 599, text: "nothing for \(line)")
        }
    }
}

extension ShippedProfile.Refusal {
    var response: HTTPResponse { .json(body, status, headers: headers) }
}
