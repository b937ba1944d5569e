extension APICall {
    /// Keeps texts out of errors, labels and records; `isInQueryOrBody` says that they are the
    /// credential, which no header shows.
    package func hiding(_ secrets: [String], isInQueryOrBody: Bool) -> APICall {
        with { call in
            call.request.secrets += secrets
            if isInQueryOrBody { call.request.holdsCredentialElsewhere = true }
        }
    }
}
