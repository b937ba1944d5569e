import SluiceHTTP

extension APIRules {
    /// The rules of a profile's envelope.
    init(_ envelope: ProfileEnvelope) {
        let success: [SuccessTest] =
            switch envelope.success {
            case .status: []
            case .code(let codes, let orAbsent):
                envelope.codes.prefix(1).map { .oneOf($0, Set(codes), orAbsent: orAbsent) }
            case .isTrue(let path): [.oneOf(path, ["true"], orAbsent: false)]
            case .present(let path): [.present(path)]
            case .absent(let path): [.absent(path)]
            }
        self.init(
            sessionStatuses: Set(envelope.sessionStatuses),
            sessionCodes: Set(envelope.sessionCodes), codePaths: envelope.codes,
            messagePaths: envelope.messages, dataPath: envelope.data, success: success)
    }

    /// The same rules for a login, which may be refused by more statuses and codes.
    func refusing(_ login: LoginCall) -> APIRules {
        var rules = self
        rules.sessionStatuses.formUnion(login.refusedStatuses)
        rules.sessionCodes.formUnion(login.refusedCodes)
        return rules
    }
}
