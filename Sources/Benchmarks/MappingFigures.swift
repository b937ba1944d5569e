import UserServices

/// From the bytes of an answer to people.
@MainActor
enum MappingFigures {
    static func all() throws -> [Figure] {
        let profile = try Profile(json: Array(People.profile.utf8), origin: "benchmark")
        let body = Array(
            (#"{"code":200,"data":{"total":100000,"items":"#
                + People.json(0..<People.count) + "}}").utf8)
        return [scanAndMap(profile, body)]
    }

    private static func scanAndMap(_ profile: Profile, _ body: [UInt8]) -> Figure {
        Figure(
            name: "scan and map 100,000 users", unit: "MB/s", budget: .atLeast(400), rounds: 9
        ) {
            let time = try nanoseconds(per: body.count) {
                let list = try UserList(body: body, profile: profile, fetchedAt: 1)
                guard list.users.count == People.count else { throw Child.Failure("lost", 0) }
            }
            return 1000 / time
        }
    }
}
