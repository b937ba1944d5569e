// `environ` is a C variable: it is read here once, before there is another thread.
@preconcurrency import Glibc
import SluiceCLI
import UserServices
import Users

/// The environment of this process; of a name that stands twice, the first.
@MainActor func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let entry = next.pointee {
        let text = String(cString: entry)
        if let equals = text.firstIndex(of: "=") {
            let name = String(text[..<equals])
            if variables[name] == nil {
                variables[name] = String(text[text.index(after: equals)...])
            }
        }
        next += 1
    }
    return variables
}

/// Milliseconds since 1970.
@Sendable func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

let variables = environment()
let clock = ContinuousClock()
let program = Program(
    Program.Surroundings(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: variables,
        terminal: .detect(environment: variables), now: now, clock: clock)
) {
    LiveDirectories(
        paths: ServicePaths(environment: variables),
        network: NetworkOptions(environment: variables), clock: clock, now: now)
}
exit(await program.run().rawValue)
