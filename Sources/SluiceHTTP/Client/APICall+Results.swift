public import SluiceFlow

extension APICall {
    /// The call's value, from the data of the answer's envelope, or from the whole body without one.
    ///
    /// `Value` may be an object, an array, a scalar, an optional (null is nil) or an `Envelope`.
    /// Fails with a `RequestError` made by the gate that closed.
    public func object<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self
    ) -> Single<Value, RequestError> {
        let decoder = PayloadDecoder(make: client.makeDecoder)
        return payload { payload throws(RequestError) in
            try decoder.decode(Value.self, from: payload)
        }
    }

    /// The call for its effect: nothing is read from the answer, and an empty body is fine.
    ///
    /// The gates judge the answer all the same: a refusal in an envelope is an error.
    public func object() -> Single<Void, RequestError> {
        payload { _ throws(RequestError) in }
    }

    /// The answer itself, once the gates have let it pass.
    public func response() -> Single<HTTPResponse, RequestError> {
        payload { payload throws(RequestError) in payload.response }
    }

    /// What `read` makes of the answer, once the gates have let it pass; it runs off the caller's actor.
    package func payload<Value: Sendable>(
        _ read: @escaping @Sendable (Payload) throws(RequestError) -> Value
    ) -> Single<Value, RequestError> {
        let call = self
        return Single(label) { () async throws(RequestError) in try await call.run(read) }
            .catchPolicy(policy ?? client.catchPolicy)
    }
}
