public import SluiceFlow

// How what comes out stands in a timeline: all that a person may see of it, and nothing that depends
// on the machine.

extension User: TimelineText {
    /// The name, and whatever else is known.
    public var timelineText: String {
        let known: [String?] = [
            id.rawValue, username, email, phone, title, department,
            isActive.map { $0 ? "active" : "inactive" }, avatarURL,
            updatedAt.map { "updated \($0)" },
        ]
        let more = attributes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let facts = (known.compactMap(\.self) + more).joined(separator: ", ")
        return "\(displayName ?? "someone") (\(facts))"
    }
}

extension Answer: TimelineText {
    /// The value, and what is said beside it.
    public var timelineText: String {
        let age = source == .server ? "" : " (\(source), \(age / 1000) s old)"
        let said = notices + [reason.map { "\($0.code): \($0.message)" }].compactMap(\.self)
        return SluiceFlow.timelineText(of: value) + age + said.map { "; \($0)" }.joined()
    }
}

extension UserPage: TimelineText {
    /// The people, and what is known of the others.
    public var timelineText: String {
        "page \(page)" + (total.map { " of \($0) people" } ?? "") + ": \(users.timelineText)"
            + (hasNext ? ", more" : "") + skipped.text
    }
}

extension Session: TimelineText {
    /// The state and the account, and what is said beside it.
    public var timelineText: String {
        (account.isEmpty ? "\(state)" : "\(state) \(account)")
            + (user.map { ", \($0.timelineText)" } ?? "") + notices.map { "; \($0)" }.joined()
    }
}

extension SyncReport: TimelineText {
    /// The counts, and what was left out.
    public var timelineText: String {
        "\(inserted) new, \(changed) changed, \(unchanged) unchanged, \(removed) gone"
            + skipped.text
    }
}

extension [SkippedElement] {
    fileprivate var text: String { map { "; without \($0.path): \($0.reason)" }.joined() }
}

extension WatchEvent: TimelineText {
    /// What happened.
    public var timelineText: String {
        switch self {
        case .began(let people): "began with \(people)"
        case .change(let change): "\(change.kind) \(change.user.timelineText)"
        case .trouble(let error): "trouble: \(error.message)"
        }
    }
}

extension ExportReport: TimelineText {
    /// How many people.
    public var timelineText: String { "\(people) people" }
}

extension CacheHealth: TimelineText {
    /// Whether it is sound.
    public var timelineText: String {
        isSound ? "sound" : "\(damagedRows) damaged, \(faults.count) faults"
    }
}

extension ServiceStatus: TimelineText {
    /// Who is logged in to what, and how much is cached; no path of the machine.
    public var timelineText: String {
        "\(profile) at \(server), \(session.timelineText), \(cachedUsers) cached"
            + (totalUsers.map { " of \($0)" } ?? "") + (unfinishedSync == nil ? "" : ", incomplete")
    }
}
