/// One exchange as it was, with its secrets, before it is written down.
package struct TakenExchange: Sendable {
    package let request: HTTPRequest
    /// What came of it; nil while it is under way.
    package var result: Result<HTTPResponse, RequestError>?
    /// How long it took.
    package var milliseconds: Int64

    package init(
        _ request: HTTPRequest, _ result: Result<HTTPResponse, RequestError>? = nil,
        milliseconds: Int64 = 0
    ) {
        self.request = request
        self.result = result
        self.milliseconds = milliseconds
    }

    /// Its line in a cassette, freed of what the redactor knows; nil while it is under way.
    package func line(_ redactor: Redactor) -> String? {
        CassetteExchange(self, redactor).map(Cassette.line)
    }
}

extension CassetteExchange {
    /// The exchange as it is written down; nil while it is under way, since there is nothing to play.
    init?(_ taken: TakenExchange, _ redactor: Redactor) {
        guard let result = taken.result else { return nil }
        self.init(request: CassetteExchange.Request(taken.request, redactor))
        milliseconds = taken.milliseconds
        switch result {
        case .success(let response):
            self.response = CassetteExchange.Response(response, redactor)
        case .failure(let error):
            failure = CassetteExchange.Failure(
                code: error.code, detail: error.detail.map(redactor.clean))
        }
    }
}
