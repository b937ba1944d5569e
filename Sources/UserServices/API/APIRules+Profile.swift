import SluiceHTTP

extension APIRules {
    /// The rules of a profile's envelope.
    init(_ envelope: ProfileEnvelope) {
        let success: [SuccessTest] =
            switch envelope.success {
            case .status: []
            case .code(let codes):
                envelope.codes.prefix(1).map { .oneOf($0, Set(codes), orAbsent: false) }
            case .isTrue(let path): [.oneOf(path, ["true"], orAbsent: false)]
            case .present(let path): [.present(path)]
            }
        self.init(
            sessionStatuses: Set(envelope.sessionStatuses),
            sessionCodes: Set(envelope.sessionCodes), codePaths: envelope.codes,
            messagePaths: envelope.messages, dataPath: envelope.data, success: success)
    }
}
