import SluiceHTTP

/// Passes requests on, and keeps each exchange in a session's file when it is over.
struct SessionTransport: Transport {
    let transport: any Transport
    let file: SessionFile
    let auth: ProfileAuth

    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        let start = file.clock.now.offset
        let result: Result<HTTPResponse, RequestError>
        do throws(RequestError) {
            result = .success(try await transport.send(request))
        } catch {
            result = .failure(error)
        }
        // What was given up ends with its input, and moves nothing.
        let isGivenUp = (try? result.get()) == nil && Task.isCancelled
        let end = isGivenUp ? file.clock.now.offset : file.clock.moveOn()
        let milliseconds = Int64((end - start) / .milliseconds(1))
        // Before anybody has read a token of the answer, whatever it is called there.
        let given = (try? result.get()).map { auth.secrets(in: $0, to: request) } ?? []
        file.keep(
            TakenExchange(request, result, milliseconds: milliseconds), start: start,
            secrets: given)
        return try result.get()
    }
}

extension ProfileAuth {
    /// What in the answer to a login, or to a call for a new token, is as good as a password.
    func secrets(in response: HTTPResponse, to request: HTTPRequest) -> [String] {
        // Only such calls hide more than what shows that it is a secret.
        guard !request.secrets.isEmpty else { return [] }
        let calls = [login, refresh].compactMap(\.self)
        let values = calls.flatMap { $0.values + ($0.before?.values ?? []) }.map(\.place)
        let places =
            calls.map(\.token) + values + calls.compactMap(\.refreshToken).map { .path($0) }
        var paths: [JSONPath] = []
        var secrets: [String] = []
        for place in places {
            switch place {
            case .path(let path): paths.append(path)
            case .header(let name): secrets += [response.headers[name]].compactMap(\.self)
            // Those are secret by the name of their field.
            case .cookie: break
            }
        }
        guard let document = try? JSONDocument(response.body) else { return secrets }
        return secrets
            + document.withRoot { root in paths.compactMap { root.value(at: $0)?.text } }
    }
}
