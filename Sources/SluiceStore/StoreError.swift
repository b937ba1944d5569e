public import SluiceFlow

/// What went wrong in a store: which file, what SQLite said, and what a person can do.
///
/// Made once, where SQLite or the file system answered. It holds no values that were bound.
public struct StoreError: PresentableError, Hashable {
    /// What happened, as a stable word.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file can't be opened or made: its folder is missing, or not permitted.
        case cannotOpen
        /// The file, its folder or its file system can't be written to.
        case readOnly
        /// The disk, or the space that the file may take, is full.
        case diskFull
        /// There is not enough memory for what was asked.
        case outOfMemory
        /// The disk failed to read or write.
        case inputOutput
        /// Another process held the file for longer than the time-out.
        case busy
        /// The file is damaged.
        case corrupt
        /// The file is something else than an SQLite database.
        case notADatabase
        /// The file is another program's: a database, or what a person named by mistake.
        case foreign
        /// The file was written by a newer version of this program.
        case newerVersion
        /// The file was moved or deleted while it was open.
        case vanished
        /// The task was cancelled.
        case cancelled
        /// The store was closed before.
        case closed
        /// A row breaks a rule of its table.
        case constraint
        /// A defect of this program: wrong SQL, or a wrong use of it.
        case defect
    }

    /// What happened.
    public var errorCode: Code
    /// What was being done, to follow "could not": `open the cache`.
    public var attempt: String
    /// The file; empty for a store in memory.
    public var path: String
    /// SQLite's extended result code, 0 where SQLite wasn't asked. See <https://sqlite.org/rescode.html>.
    public var sqliteCode: Int32
    /// What SQLite or the system said.
    public var detail: String

    /// Makes an error.
    public init(
        _ code: Code, attempt: String, path: String, sqliteCode: Int32 = 0, detail: String = ""
    ) {
        errorCode = code
        self.attempt = attempt
        self.path = path
        self.sqliteCode = sqliteCode
        self.detail = detail
    }

    /// The raw value of `errorCode`.
    public var code: String { errorCode.rawValue }

    /// This machine's fault, or nobody's for a cancelled call.
    public var kind: ErrorKind { errorCode == .cancelled ? .cancelled : .local }

    /// One sentence for a person: what failed, in which file, and why.
    public var message: String {
        if errorCode == .cancelled { return "The call was cancelled." }
        let file = path.isEmpty ? "the rows in memory" : "“\(path)”"
        let said = detail.isEmpty ? "" : " (\(detail))"
        return "Could not \(attempt) \(file): \(reason)\(said)."
    }

    /// The next step a person can take.
    public var hint: String? {
        switch errorCode {
        case .cannotOpen, .readOnly:
            "Check the permissions of the file and of its folder, or name another file."
        case .diskFull: "Make room on the disk, then try again."
        case .outOfMemory: "End other programs, or ask for less at once."
        case .inputOutput: "Check the disk and the file system, then try again."
        case .busy: "Another process is using the file: wait for it to end, then try again."
        case .corrupt, .notADatabase:
            "The file is set aside, not deleted, when it is next opened, and is filled again."
        case .foreign: "Name another file: this one was left as it is."
        case .newerVersion: "Use the newer version of the program, or name another file."
        case .vanished: "Start again: the file is made anew."
        case .cancelled: nil
        case .closed, .constraint, .defect: "This is a defect of the program: please report it."
        }
    }

    private var reason: String {
        switch errorCode {
        case .cannotOpen: "it can't be opened"
        case .readOnly: "it can't be written to"
        case .diskFull: "there is no space left"
        case .outOfMemory: "there is not enough memory"
        case .inputOutput: "reading or writing failed"
        case .busy: "it is in use"
        case .corrupt: "it is damaged"
        case .notADatabase: "it is not a database"
        case .foreign: "it isn't this program's"
        case .newerVersion: "it was written by a newer version of the program"
        case .vanished: "it was moved or deleted while in use"
        case .cancelled: "the call was cancelled"
        case .closed: "it was closed before"
        case .constraint: "a row breaks a rule"
        case .defect: "the statement is wrong"
        }
    }

    /// Whether the file itself is bad, so that setting it aside helps.
    var meansDamage: Bool { errorCode == .corrupt || errorCode == .notADatabase }
}
