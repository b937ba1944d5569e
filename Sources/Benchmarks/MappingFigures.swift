import UserServices

/// From the bytes of an answer to people.
@MainActor
enum MappingFigures {
    static func all() throws -> [Figure] {
        let profile = try Profile(json: Array(People.profile.utf8), origin: "benchmark")
        return [
            scanAndMap("scan and map 100,000 users", profile, size: People.pageSize, .atLeast(400)),
            scanAndMap("scan and map 100,000 users, one body", profile, size: People.count, .none),
        ]
    }

    /// All people, in pages of a size as a sync reads them.
    private static func scanAndMap(
        _ name: String, _ profile: Profile, size: Int, _ budget: Figure.Budget
    ) -> Figure {
        let bodies = stride(from: 0, to: People.count, by: size).map { start in
            Array(
                (#"{"code":200,"data":{"total":100000,"items":"#
                    + People.json(start..<start + size) + "}}").utf8)
        }
        let count = bodies.reduce(0) { $0 + $1.count }
        return Figure(name: name, unit: "MB/s", budget: budget, rounds: 15) {
            var lists: [UserList] = []
            let time = try await processorNanoseconds(per: count) {
                for body in bodies {
                    lists.append(try UserList(body: body, profile: profile, fetchedAt: 1))
                }
            }
            guard lists.reduce(0, { $0 + $1.users.count }) == People.count else {
                throw Child.Failure("people were lost", 0)
            }
            return 1000 / time
        }
    }
}
