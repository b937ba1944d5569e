import Glibc
import SluiceFlow
import SluiceHTTP
import Synchronization
import Users

/// A recorded session as a file: a line for each input, output and exchange, written as it happens.
///
/// No line holds a secret that is known by then, and when a new one turns up the file is replaced by
/// one without it. So whatever ends the program, the file is whole up to there, and clean.
final class SessionFile: SessionRecorder {
    private enum Entry {
        case event(Timeline.Event)
        case exchange(TakenExchange, start: Duration)
    }

    private struct State {
        var descriptor: Int32
        var entries: [Entry] = []
        var redactor = Redactor()
        var failure: FileFailure?
    }

    let clock: SessionClock
    private let path: String
    private let start: Int64
    private let state: Mutex<State>

    /// Makes the file, which must not be there yet.
    ///
    /// `clock` is what a session's pauses take their time from, `start` the time of day in
    /// milliseconds since 1970.
    init(_ path: String, clock: any Clock<Duration>, start: Int64) throws(ServiceError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let failure = FileFailure(path)
            guard failure.number == EEXIST else {
                throw ServiceError(failure, "make the recording")
            }
            throw ServiceError(
                .usage, "“\(path)” is there already, and is left as it is",
                hint: "Name a file that isn't there yet with --record, or remove this one.")
        }
        // Whatever the umask of the process says.
        fchmod(descriptor, 0o600)
        self.clock = SessionClock(clock)
        self.path = path
        self.start = start
        state = Mutex(State(descriptor: descriptor))
        state.withLock { Self.append(SessionRecording.header, &$0, path) }
    }

    deinit { _ = state.withLock { close($0.descriptor) } }

    var time: Duration { clock.now.offset }

    /// The time of day by the session's time; milliseconds since 1970.
    var now: Int64 { start + Int64(time / .milliseconds(1)) }

    func moveOn() { clock.moveOn() }

    func note(_ event: Timeline.Event) { keep(.event(event), []) }

    /// Takes an exchange that is over, and what in it is a secret besides what shows that it is.
    func keep(_ exchange: TakenExchange, start: Duration, secrets: [String]) {
        keep(.exchange(exchange, start: start), Redactor.secrets(of: exchange) + secrets)
    }

    /// Notes that a directory was opened, and what a replay has to know to open it too.
    func noteOpening(
        _ choice: DirectoryChoice, address: String, secret: Set<String>,
        as session: SessionKeeper.State
    ) {
        let keys = choice.variables.filter { secret.contains($0.key) }.map(\.value)
        learn((session.credential?.secrets ?? []) + keys)
        var choice = choice
        if choice.baseURL != nil { choice.baseURL = address }
        if session.credential != nil { choice.account = session.account }
        choice.token = session.credential.map { _ in Redaction.mask }
        for name in choice.variables.keys where secret.contains(name) {
            choice.variables[name] = Redaction.mask
        }
        let opened = OpenedDirectory(choice: choice, time: now)
        note(
            Timeline.Event(
                time: time, role: .input, name: OpenedDirectory.inputName,
                text: opened.timelineText))
    }

    /// Takes secrets that may turn up from now on.
    func learn(_ secrets: [String]) {
        state.withLock { state in
            if state.redactor.learn(secrets) { rewrite(&state) }
        }
    }

    func end() throws(ServiceError) -> RecordedSession {
        let (entries, failure) = state.withLock { ($0.entries, $0.failure) }
        if let failure {
            throw ServiceError(failure, "keep all of the recording in")
        }
        var session = RecordedSession(path: path, inputs: 0, exchanges: 0)
        for entry in entries {
            switch entry {
            case .event(let event) where event.role == .input: session.inputs += 1
            case .event: break
            case .exchange: session.exchanges += 1
            }
        }
        return session
    }

    private func keep(_ entry: Entry, _ secrets: [String]) {
        state.withLock { state in
            state.entries.append(entry)
            if state.redactor.learn(secrets) {
                rewrite(&state)
            } else {
                Self.append(Self.line(entry, state.redactor), &state, path)
            }
        }
    }

    private static func line(_ entry: Entry, _ redactor: Redactor) -> String {
        switch entry {
        case .event(var event):
            event.text = redactor.clean(event.text)
            return event.line(nameWidth: 0)
        case .exchange(let exchange, let start):
            return SessionRecording.Exchange(
                call: SessionRecording.httpCall, start: start,
                duration: .milliseconds(exchange.milliseconds),
                answer: exchange.line(redactor) ?? ""
            ).line
        }
    }

    /// One write a line, so that what ends the program leaves whole ones.
    private static func append(_ line: String, _ state: inout State, _ path: String) {
        guard state.failure == nil else { return }
        do throws(FileFailure) {
            try SmallFile.write(Array((line + "\n").utf8), to: state.descriptor, path)
        } catch {
            state.failure = error
        }
    }

    /// Puts a file in its place in which what is known now is masked from the beginning.
    private func rewrite(_ state: inout State) {
        guard state.failure == nil else { return }
        var text = SessionRecording.header + "\n"
        for entry in state.entries { text += Self.line(entry, state.redactor) + "\n" }
        do throws(FileFailure) {
            try SmallFile.replace(path, with: Array(text.utf8))
            let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure(path) }
            close(state.descriptor)
            state.descriptor = descriptor
        } catch {
            state.failure = error
        }
    }
}
