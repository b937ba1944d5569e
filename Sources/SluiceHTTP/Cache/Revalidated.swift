public import SluiceFlow

/// What a conditional request came to.
public enum Revalidated<Value: Sendable>: Sendable {
    /// The server says that nothing has changed (304): no body came, and these fields.
    case unchanged(HTTPHeaders)
    /// There is another answer: its value, what to ask with next time, and its fields.
    case changed(Value, Validators?, HTTPHeaders)
}

extension APICall {
    /// Asks for an answer only if there is another than the one with these validators; nil asks plainly.
    func revalidating(_ validators: Validators?) -> APICall {
        with { validators?.apply(to: &$0.request.headers) }
    }

    /// Under which name its answer can be kept; nil for one that can't.
    package func cacheKey(scope: String) -> CacheKey? { CacheKey(request, scope: scope) }

    /// Whether a value that its answer gave is the credential that it carries.
    package func isCredential(_ value: String) -> Bool { request.isCredential(value) }

    /// Whether a URL that its answer gave has a secret in it, and so must not be written.
    package func isSecret(link: String) -> Bool {
        request.url.resolving(link).map { request.holdsSecret(in: $0) } ?? false
    }

    /// The error of an answer that was let pass, and is not what it should be all the same.
    package func failure(_ code: RequestError.Code, _ detail: String) -> RequestError {
        RequestError(code, request: request, detail: detail)
    }

    /// What `read` makes of the answer, unless it is still the one with these validators.
    ///
    /// A 304 passes the gates as a success; without validators it is a bad status as ever.
    package func payload<Value: Sendable>(
        changedSince validators: Validators?,
        _ read: @escaping @Sendable (Payload) throws(RequestError) -> Value
    ) -> Single<Revalidated<Value>, RequestError> {
        let call = revalidating(validators)
        return Single(label) { () async throws(RequestError) in
            try await call.runRevalidated(validators, read)
        }
        .catchPolicy(policy ?? client.catchPolicy)
    }

    /// The same as `object()`, unless the answer is still the one with these validators.
    ///
    /// For who keeps values in a place of their own, a database say; see `object(_:cachedIn:scope:)`
    /// for who has none.
    public func object<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, changedSince validators: Validators?
    ) -> Single<Revalidated<Value>, RequestError> {
        let decoder = PayloadDecoder(make: client.makeDecoder)
        return payload(changedSince: validators) { payload throws(RequestError) in
            try decoder.decode(Value.self, from: payload)
        }
    }

    func runRevalidated<Value: Sendable>(
        _ validators: Validators?, _ read: @Sendable (Payload) throws(RequestError) -> Value
    ) async throws(RequestError) -> Revalidated<Value> {
        var unchanged: (@Sendable (HTTPResponse) -> Revalidated<Value>)?
        if validators != nil { unchanged = { .unchanged($0.headers) } }
        return try await run(unchanged: unchanged) {
            payload throws(RequestError) -> Revalidated<Value> in
            let response = payload.response
            return .changed(try read(payload), Validators(response), response.headers)
        }
    }
}
