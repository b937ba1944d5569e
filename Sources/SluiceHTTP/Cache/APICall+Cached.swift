import FoundationEssentials
public import SluiceFlow

/// A value with the fields that came with it, be it now or when it was last sent.
public struct Kept<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The fields that were asked for: those of this answer, else those of the one that was kept.
    public let headers: HTTPHeaders
    /// Whether the server said that it is the same as before, and sent no body.
    public let isUnchanged: Bool
}

extension APICall {
    /// The call's value, for which the server is asked to send only another than the one kept.
    ///
    ///     client.get("/v3/stations").object([Station].self, cachedIn: cache, scope: account)
    ///
    /// What is kept is the value as JSON, so no more of the answer than the type names. A 404 or 410
    /// is a failure as ever, and forgets what was kept.
    public func object<Value: Codable & Sendable>(
        _ type: Value.Type = Value.self, cachedIn cache: any ResponseCache, scope: String
    ) -> Single<Value, RequestError> {
        kept(type, in: cache, scope: scope, headers: []).map(\.value)
    }

    /// The same, with fields of the answer that a 304 may lack: `Link`, `Next-Page`.
    public func kept<Value: Codable & Sendable>(
        _ type: Value.Type = Value.self, in cache: any ResponseCache, scope: String,
        headers names: [String]
    ) -> Single<Kept<Value>, RequestError> {
        let call = self
        return Single(label) { () async throws(RequestError) in
            guard let key = CacheKey(call.request, scope: scope) else {
                return try await call.fetchKept(nil, in: nil, names)
            }
            return try await call.fetchKept(key, in: cache, names)
        }
        .catchPolicy(policy ?? client.catchPolicy)
    }

    @concurrent
    private func fetchKept<Value: Codable & Sendable>(
        _ key: CacheKey?, in cache: (any ResponseCache)?, _ names: [String]
    ) async throws(RequestError) -> Kept<Value> {
        var old: (value: Value, response: CachedResponse)?
        if let key, let response = await cache?.response(for: key),
            // Of another shape, by an older program say, it is as good as none.
            let value = try? JSONDecoder().decode(Value.self, from: Data(response.value))
        {
            old = (value, response)
        }
        let decoder = PayloadDecoder(make: client.makeDecoder)
        let answer: Revalidated<Value>
        do throws(RequestError) {
            let validators = old?.response.validators
            answer = try await revalidating(validators).runRevalidated(validators) {
                payload throws(RequestError) in try decoder.decode(Value.self, from: payload)
            }
        } catch {
            if let key, error.status == 404 || error.status == 410 { await cache?.remove(key) }
            throw error
        }
        switch answer {
        case .unchanged(let headers):
            guard let old else { throw RequestError(.badAnswer, request: request) }
            let merged = headers.picking(names, otherwise: old.response.headers)
            return Kept(value: old.value, headers: merged, isUnchanged: true)
        case .changed(let value, let validators, let headers):
            let picked = headers.picking(names, otherwise: [:])
            if let key, let cache {
                if let validators, let bytes = try? JSONEncoder().encode(value) {
                    let response = CachedResponse(
                        validators: validators, headers: picked, value: Array(bytes))
                    await cache.keep(response, for: key)
                } else {
                    await cache.remove(key)
                }
            }
            return Kept(value: value, headers: picked, isUnchanged: false)
        }
    }
}

extension HTTPHeaders {
    /// The fields with these names, each from here or else from `other`; secret ones never.
    func picking(_ names: [String], otherwise other: HTTPHeaders) -> HTTPHeaders {
        var picked = HTTPHeaders()
        for name in names {
            let own = fields.filter { $0.name.equalsIgnoringASCIICase(name) }
            let found =
                own.isEmpty
                ? other.fields.filter { $0.name.equalsIgnoringASCIICase(name) } : own
            for field in found where !field.isSecret { picked.add(field.name, field.value) }
        }
        return picked
    }
}
