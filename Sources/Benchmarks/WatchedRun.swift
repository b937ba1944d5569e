import Glibc

/// A run of the program that is looked at from outside: its memory, a file's size, what it prints.
struct WatchedRun {
    /// From the start to the first byte on standard output, in milliseconds.
    var firstByte = 0.0
    /// The most memory that was resident, in MiB.
    var memory = 0.0
    /// The most that the watched file had, in MiB.
    var fileSize = 0.0
    /// How many bytes were printed.
    var printed = 0

    /// Runs a program to its end; throws when it fails.
    ///
    /// - Parameter file: a file to watch; nil for none.
    static func run(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        watching file: String? = nil
    ) throws -> WatchedRun {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Child.Failure("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let clock = ContinuousClock()
        let start = clock.now
        let process = try Child.spawn(program, arguments, environment, &actions, nil)
        close(ends[1])
        defer { close(ends[0]) }
        var run = WatchedRun()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var poller = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while true {
            // A look every two milliseconds, also while nothing is printed.
            let isReady = poll(&poller, 1, 2)
            run.look(at: process, file)
            if isReady == 0 { continue }
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            if run.printed == 0 { run.firstByte = (clock.now - start) / .milliseconds(1) }
            run.printed += count
        }
        let code = Child.end(of: process)
        guard code == 0 else { throw Child.Failure("\(program) \(arguments) gave \(code)", 0) }
        return run
    }

    private mutating func look(at process: pid_t, _ file: String?) {
        memory = max(memory, Double(peakMemory(of: "\(process)")) / 1_048_576)
        if let file { fileSize = max(fileSize, Double(size(of: file) ?? 0) / 1_048_576) }
    }
}

/// The size of a file, in bytes; nil when there is none.
func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

/// The most memory that a process had, in bytes: "self", or its number.
///
/// (`getrusage` tells that of the parent before `exec`, too.)
func peakMemory(of process: String) -> Int {
    guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        guard text.hasPrefix("VmHWM:") else { continue }
        return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
}
