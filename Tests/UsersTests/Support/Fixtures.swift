public import SluiceFlow
public import Users

let ana = User(id: "1", username: "ana", displayName: "Ana Brandt")
let dana = User(id: "2", username: "dana", displayName: "Dana Ito")
let bo = User(id: "3", username: "bo", displayName: "Bo Vargas")

let unreachable = ServiceError(.unreachable, "no connection to the directory")
let expired = ServiceError(.sessionExpired, "the session has expired", status: 666)

extension Answer {
    static func fresh(_ value: Value) -> Answer { Answer(value, source: .server) }
}

// How the models stand in a timeline: short, and nothing that varies.

extension User: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { displayName ?? id.rawValue }
}

extension Answer: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        let age = source == .server ? "" : " (\(source), \(age / 1000) s old)"
        return SluiceFlow.timelineText(of: value) + age
    }
}

extension UserPage: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        "page \(page): \(users.timelineText)" + (hasNext ? ", more" : "")
    }
}

extension Session: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { account.isEmpty ? "\(state)" : "\(state) \(account)" }
}

extension SyncReport: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { "\(inserted) new, \(changed) changed, \(removed) gone" }
}

extension Read: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        SluiceFlow.timelineText(of: query) + (freshness == .cached() ? "" : " \(freshness)")
    }
}

extension SearchQuery: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { text.timelineText }
}

extension ListQuery: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { "page \(page)" }
}

extension Credentials: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { name }
}

extension CallProgress: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        "\(completed)" + (total.map { " of \($0)" } ?? "") + " \(unit)"
    }
}

extension WatchEvent: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        switch self {
        case .began(let people): "began with \(people)"
        case .change(let change): "\(change.kind) \(change.user.timelineText)"
        case .trouble(let error): "trouble: \(error.message)"
        }
    }
}

extension WatchQuery: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String {
        (who ?? "everyone") + (interval.map { " every \($0) ms" } ?? "")
    }
}

extension ExportRequest: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { SluiceFlow.timelineText(of: read) }
}

extension ExportReport: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { "\(people) people" }
}

extension CacheHealth: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { isSound ? "sound" : "\(damagedRows) damaged, set aside" }
}

extension ServiceStatus: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { "\(cachedUsers) cached" }
}

extension Bool: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { description }
}

extension Freshness: TimelineText {
    /// How it stands in a timeline.
    public var timelineText: String { String(describing: self) }
}
