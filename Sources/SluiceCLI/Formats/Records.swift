import Users

extension Record {
    /// A person, with the twelve fields of JSON output; unknown ones are null.
    init(_ user: User) {
        self.init([
            "id": .text(user.id.rawValue),
            "username": FieldValue(user.username),
            "displayName": FieldValue(user.displayName),
            "email": FieldValue(user.email),
            "phone": FieldValue(user.phone),
            "title": FieldValue(user.title),
            "department": FieldValue(user.department),
            "isActive": FieldValue(user.isActive),
            "avatarURL": FieldValue(user.avatarURL),
            "updatedAt": FieldValue(time: user.updatedAt),
            "fetchedAt": FieldValue(time: user.fetchedAt),
            "attributes": .object(
                user.attributes.sorted { $0.key < $1.key }.map {
                    Field(name: $0.key, value: .text($0.value))
                }),
        ])
    }

    /// Who is logged in to which profile.
    init(_ session: Session, profile: String) {
        self.init([
            "profile": .text(profile),
            "account": FieldValue(session.account.isEmpty ? nil : session.account),
            "state": .text(session.state.rawValue),
            "id": FieldValue(session.user?.id.rawValue),
            "username": FieldValue(session.user?.username),
            "displayName": FieldValue(session.user?.displayName),
            "email": FieldValue(session.user?.email),
        ])
    }

    /// A profile in a list.
    init(_ profile: ProfileSummary) {
        self.init([
            "name": .text(profile.name),
            "title": .text(profile.title),
            "baseURL": .text(profile.baseURL),
            "isVerified": .flag(profile.isVerified),
            "origin": .text(profile.origin),
            "explanation": profile.explanation.isEmpty
                ? .null
                : .object(
                    profile.explanation.map { Field(name: $0.name, value: .text($0.text)) }),
        ])
    }

    /// A change of a person, with the person as they are now.
    init(_ change: UserChange) {
        let fields = Record([
            "change": .text(change.kind.rawValue),
            "at": .time(change.at),
        ]).fields
        self.init(fields: fields + Record(change.user).fields)
    }

    /// What a check of the cache's file found.
    init(_ health: CacheHealth) {
        self.init([
            "isSound": .flag(health.isSound),
            "cachePath": FieldValue(health.path),
            "faults": .list(health.faults.map(FieldValue.text)),
            "damagedRows": FieldValue(health.damagedRows),
            "isIndexRebuilt": .flag(health.isIndexRebuilt),
            "setAside": FieldValue(health.setAside),
            "cacheBytes": FieldValue(bytes: health.fileBytes),
            "logBytes": FieldValue(bytes: health.logBytes),
        ])
    }

    /// What a sync did.
    init(_ report: SyncReport) {
        self.init([
            "inserted": FieldValue(report.inserted),
            "changed": FieldValue(report.changed),
            "unchanged": FieldValue(report.unchanged),
            "removed": FieldValue(report.removed),
            "skipped": .list(
                report.skipped.map { element in
                    .object([
                        Field(name: "index", value: FieldValue(element.index)),
                        Field(name: "path", value: .text(element.path)),
                        Field(name: "reason", value: .text(element.reason)),
                    ])
                }),
        ])
    }

    /// What the cache holds, where things are, and what the program itself is doing.
    init(_ status: ServiceStatus, isOffline: Bool, running: [String], lastErrors: [String]) {
        self.init([
            "profile": .text(status.profile),
            "server": .text(status.server),
            "account": FieldValue(
                status.session.account.isEmpty ? nil : status.session.account),
            "state": .text(status.session.state.rawValue),
            "isVerified": .flag(status.isVerified),
            "offline": .flag(isOffline),
            "cachedUsers": FieldValue(status.cachedUsers),
            "totalUsers": FieldValue(status.totalUsers),
            "lastSync": FieldValue(time: status.lastSync),
            "syncIncomplete": .flag(status.unfinishedSync != nil),
            "syncStarted": FieldValue(time: status.unfinishedSync?.startedAt),
            "syncFetched": FieldValue(status.unfinishedSync?.people),
            "oldestFetch": FieldValue(time: status.oldestFetch),
            "cachePath": FieldValue(status.cachePath),
            "cacheBytes": FieldValue(bytes: status.cacheBytes),
            "tokenPath": FieldValue(status.tokenPath),
            "tokenMode": FieldValue(status.tokenMode),
            "running": .list(running.map(FieldValue.text)),
            "lastErrors": .list(lastErrors.map(FieldValue.text)),
        ])
    }
}
