import Glibc
import Synchronization

/// Writes a body into a file that takes its place only when it is whole.
///
/// The bytes go to a file beside it, so that neither a broken transfer nor a full disk leaves half a
/// file under the name, or nothing where there was something.
final class FileWriter: Sendable {
    private struct State {
        var descriptor: Int32
        var failure: String?
        var count: Int64 = 0
    }

    private let path: String
    private let aside: String
    private let state: Mutex<State>

    /// Opens the file beside; fails with why it can't be.
    init(_ path: String, for request: HTTPRequest) throws(RequestError) {
        self.path = path
        var opened: (aside: String, descriptor: Int32) = (path, -1)
        for number in 0..<100 where opened.descriptor < 0 {
            let aside = "\(path).part\(number)"
            opened = (aside, open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
            // Another download of the same file has this one; any other reason stays one.
            if opened.descriptor < 0, errno != EEXIST { break }
        }
        guard opened.descriptor >= 0 else {
            throw RequestError(
                .setup, request: request, detail: "\(path) can't be written, \(Self.reason)")
        }
        aside = opened.aside
        state = Mutex(State(descriptor: opened.descriptor))
    }

    deinit {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            close(state.descriptor)
            unlink(aside)
        }
    }

    /// Adds a part; false when it can't be written.
    func write(_ part: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            var rest = part[...]
            while !rest.isEmpty {
                let bytes = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(state.descriptor, bytes.baseAddress, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    state.failure = Self.reason
                    return false
                }
                rest = rest.dropFirst(count)
            }
            state.count += Int64(part.count)
            return true
        }
    }

    /// The reason for which a part could not be written; nil when all could.
    var failure: String? {
        state.withLock { $0.failure }.map { "\(path) can't be written, \($0)" }
    }

    /// Puts the file in its place, and gives its length.
    func finish(_ request: HTTPRequest) throws(RequestError) -> Int64 {
        let (count, isDone) = state.withLock { state -> (Int64, Bool) in
            let isDone =
                fsync(state.descriptor) == 0 && rename(aside, path) == 0
            guard isDone else { return (0, false) }
            close(state.descriptor)
            state.descriptor = -1
            return (state.count, true)
        }
        if isDone { return count }
        throw RequestError(
            .setup, request: request, detail: "\(path) can't be written, \(Self.reason)")
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
