import SluiceHTTP
import Users

/// The choice that is kept for later runs of the program, in `config.json`.
struct Configuration: Sendable, Hashable {
    var profile: String?
    var account: String?
    var baseURL: String?
    var variables: [String: String] = [:]

    /// What is worth keeping of a choice: no token, and no file of a single run.
    init(_ choice: DirectoryChoice) {
        profile = choice.profile
        account = choice.account
        baseURL = choice.baseURL
        variables = choice.variables
    }

    /// Reads the file; one that isn't there keeps nothing. A mistake in it is named like a profile's.
    init(file path: String) throws(ServiceError) {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try SmallFile.read(path)
        } catch {
            guard error.isMissing else { throw ServiceError(error, "read the configuration") }
            return
        }
        do throws(ProfileError) {
            self = try ProfileReading.read(json: bytes, origin: path) { object in
                var configuration = Configuration()
                configuration.profile = object.text("profile")
                configuration.account = object.text("account")
                configuration.baseURL = object.text("baseURL")
                configuration.variables = Dictionary(
                    object.dictionary("variables").map { ($0.name, $0.value) }
                ) { first, _ in first }
                return configuration
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// Reads the file that the program itself keeps; for a mistake in it there is a way out.
    init(kept path: String) throws(ServiceError) {
        do throws(ServiceError) {
            try self.init(file: path)
        } catch {
            var error = error
            if error.errorCode == .badProfile {
                error.hint = "`sluice use NAME` writes it anew, with NAME one of `sluice profiles`."
            }
            throw error
        }
    }

    private init() {}

    /// The file's text.
    var json: String {
        var lines: [String] = []
        for (name, value) in [("profile", profile), ("account", account), ("baseURL", baseURL)] {
            if let value { lines.append("    \"\(name)\": \(JSONText.quoted(value))") }
        }
        if !variables.isEmpty {
            let pairs = variables.sorted { $0.key < $1.key }
                .map { "\(JSONText.quoted($0.key)): \(JSONText.quoted($0.value))" }
            lines.append("    \"variables\": { \(pairs.joined(separator: ", ")) }")
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }
}
