import FoundationEssentials
import SluiceFlow

extension APIClient {
    /// What is set of a client, never changed in place, and what follows from it for each call.
    final class Settings: Sendable {
        /// Each of these is documented where the client has it.
        struct Values: Sendable {
            var baseURL: HTTPURL
            var transport: any Transport
            var rules: APIRules
            var headers: HTTPHeaders
            var limits: Limits
            var catchPolicy: CatchPolicy
            var onFailure: FailureHandler?
            var gates: [any Gate] = []
            var session: ClientSession?
            var retry = RetryPolicy.never
            var sharesRequests = true
            var clock: any Clock<Duration> = ContinuousClock()
            var random: @Sendable () -> Double = { .random(in: 0..<1) }
            let coalescer = Coalescer()
            var makeDecoder: @Sendable () -> JSONDecoder
        }

        let values: Values
        let callHeaders: HTTPHeaders
        let heeded: [String]
        let beginningTransport: (any BeginningTransport)?

        init(_ values: Values) {
            self.values = values
            var headers = values.headers
            if headers["Accept"] == nil { headers["Accept"] = "application/json" }
            callHeaders = headers
            heeded = values.retry.heeded
            beginningTransport = values.transport as? any BeginningTransport
        }
    }
}
