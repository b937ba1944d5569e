import FoundationEssentials
import SluiceFlow
import SluiceHTTP

/// The pipeline: what a request costs besides what libcurl does for it.
@MainActor
enum HTTPFigures {
    static func all() throws -> [Figure] {
        let server = Server()
        return [
            smallGet(server), decodedGet(server), manyGets(server),
            body("64 MiB body, peak memory", "/text", .value(1.6), server),
            body("64 MiB of people, peak memory", "/people", .none, server),
            bomb(server),
        ]
    }

    private nonisolated static let requests = 4_000

    /// The processor's time of this process for one of many requests, in microseconds; the server is another process.
    ///
    /// Off the main actor, as a service asks: the hops of its caller are not in it.
    @concurrent
    private nonisolated static func processorTime(
        _ work: @Sendable () async throws -> Void
    ) async rethrows -> Double {
        try await work()  // opens the connection
        return try await processorNanoseconds(per: requests) {
            for _ in 0..<requests { try await work() }
        } / 1000
    }

    private static func client(_ server: Server) throws -> APIClient {
        let base = try server.base()
        guard let url = HTTPURL(base) else { throw Child.Failure("no URL: \(base)", 0) }
        return APIClient(url, transport: CurlTransport())
    }

    private static func smallGet(_ server: Server) -> Figure {
        Figure(name: "small GET through all gates, CPU", unit: "us", budget: .ratio(1.5)) {
            let client = try client(server)
            return try await processorTime {
                consume(try await client.get("/user").response().value())
            }
        } baseline: {
            let (url, bare) = (try server.base() + "/user", try BareCurl())
            defer { bare.stop() }
            return await processorTime { consume(await bare.get(url)) }
        }
    }

    private struct Person: Codable, Sendable {
        let id: Int
        let username, displayName, email, phone, title, department: String
        let isActive: Bool
    }

    private struct Envelope: Codable { let data: Person }

    private static func decodedGet(_ server: Server) -> Figure {
        Figure(name: "small GET to a Codable type, CPU", unit: "us", budget: .ratio(1.5)) {
            let client = try client(server)
            return try await processorTime {
                consume(try await client.get("/user").object(Person.self).value())
            }
        } baseline: {
            let (url, bare) = (try server.base() + "/user", try BareCurl())
            defer { bare.stop() }
            return try await processorTime {
                consume(try JSONDecoder().decode(Envelope.self, from: Data(await bare.get(url))))
            }
        }
    }

    /// 5,000 requests, of which 32 are always under way.
    @concurrent
    private nonisolated static func manyTimes(
        _ work: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Double {
        try await work(0)
        return try await processorNanoseconds(per: 5_000) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for first in 0..<32 {
                    group.addTask {
                        for number in stride(from: first, to: 5_000, by: 32) {
                            try await work(number)
                        }
                    }
                }
                try await group.waitForAll()
            }
        } / 1000
    }

    private static func manyGets(_ server: Server) -> Figure {
        Figure(
            name: "5,000 keep-alive GETs, 32 at once, CPU of one", unit: "us", budget: .ratio(1.5)
        ) {
            let client = try client(server)
            return try await manyTimes { number in
                consume(try await client.get("/user").query("n", number).response().value())
            }
        } baseline: {
            let (url, bare) = (try server.base() + "/user", try BareCurl())
            defer { bare.stop() }
            return try await manyTimes { consume(await bare.get("\(url)?n=\($0)")) }
        }
    }

    private static func bomb(_ server: Server) -> Figure {
        Figure(name: "gzip bomb, peak memory", unit: "MB", budget: .value(100), rounds: 3) {
            let child = try Child(role: .bomb, [try server.base() + "/bomb"])
            return (Double(child.line()) ?? .infinity) / 1_000_000
        }
    }

    private static func body(
        _ name: String, _ path: String, _ budget: Figure.Budget, _ server: Server
    ) -> Figure {
        Figure(name: name, unit: "x body", budget: budget, rounds: 3) {
            let child = try Child(role: .fetch, [try server.base() + path])
            return (Double(child.line()) ?? .infinity) / Double(64 << 20)
        }
    }
}
