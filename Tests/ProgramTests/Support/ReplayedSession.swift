import SluiceFlow
import SluiceTesting
import UserServices
import Users

/// Replays what `sluice --record FILE` kept: the program's own view models, over a server that answers
/// as the recorded one did, in virtual time.
@MainActor
final class ReplayedSession {
    private let profile: String?
    private let trackers: CallTrackers
    private var models: [DirectoryModels] = []

    /// Fails with the first difference between what came out then and what comes out now.
    ///
    /// - Parameters:
    ///   - text: the file's.
    ///   - profile: the path of the profile's file, where the session had one of its own.
    static func run(_ text: String, profile: String? = nil) async throws {
        guard let recording = SessionRecording(text) else { throw Unreadable(text: text) }
        try await VirtualTime.replay(recording) { replay in
            try ReplayedSession(replay, profile).connect(replay)
        }
    }

    private init(_ replay: Replay, _ profile: String?) {
        self.profile = profile
        trackers = CallTrackers(
            activity: ActivityTracker(clock: replay.time.clock),
            errors: ErrorTracker(policy: .allErrors))
    }

    private func connect(_ replay: Replay) throws {
        let giveUp = trackers.record(PublishRelay<Void>(), in: replay)
        let transport = try replay.transport()
        let clock = replay.time.clock
        let start = Self.start(of: replay.recording)
        let directories = LiveDirectories(
            paths: ServicePaths(config: nil, state: nil, cache: nil), clock: clock,
            now: { start + Int64(clock.now.offset / .milliseconds(1)) }, isReplay: true
        ) { transport }
        replay.action(OpenedDirectory.inputName) { text in
            guard var choice = OpenedDirectory(timelineText: text)?.choice else {
                throw Unreadable(text: text)
            }
            choice.profile = self.profile ?? choice.profile
            let directory = try await directories.open(choice).value()
            self.models.append(
                DirectoryModels(
                    directory, trackers: self.trackers, cancel: giveUp,
                    number: self.models.count + 1, in: replay))
        }
    }

    /// The time of day at which the session began; milliseconds since 1970.
    private static func start(of recording: SessionRecording) -> Int64 {
        let first = recording.timeline.events.first { $0.name == OpenedDirectory.inputName }
        let opened = first.flatMap { OpenedDirectory(timelineText: $0.text) }
        return (opened?.time ?? 0) - Int64((first?.time ?? .zero) / .milliseconds(1))
    }

    /// What is no recording.
    struct Unreadable: Error {
        let text: String
    }
}
