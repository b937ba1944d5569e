extension APICall {
    /// Says that it carries a credential, also where no header shows it: in its query, in its body.
    ///
    /// The texts are kept out of errors, labels and records.
    package func hiding(_ secrets: [String]) -> APICall {
        with { call in
            call.request.secrets += secrets
            call.request.holdsCredentialElsewhere = true
        }
    }
}
