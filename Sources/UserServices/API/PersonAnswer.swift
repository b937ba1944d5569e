import SluiceHTTP
import Users

/// What a server says when it is asked for one person.
enum PersonAnswer: Sendable {
    /// The person, and what the answer has no key for, where the profile says that this says nothing.
    case person(User, lacking: UserFields)
    /// There is no such person; with the answer that said so, unless it was an empty one.
    case nobody(RequestError?)
}

extension DetailEndpoint {
    /// Whether an answer that is a success says that there is no such person.
    func isNobody(_ payload: Payload) -> Bool {
        if let notFoundMark, let value = payload.root?.value(at: notFoundMark) {
            if !value.isNull && value.bool != false { return true }
        }
        return isEmptyNotFound && payload.isEmpty(at: person.items)
    }

    /// Whether an error says that there is no such person.
    func isNobody(_ error: RequestError, _ envelope: ProfileEnvelope) -> Bool {
        switch error.errorCode {
        case .badStatus, .rejected:
            error.status.map(notFoundStatuses.contains) ?? false
                || error.serverCode.map(envelope.notFoundCodes.contains) ?? false
        default: false
        }
    }
}
