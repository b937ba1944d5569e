import Glibc

/// The profiles that can be chosen: those in the program, those of the person, and any file.
///
/// A person's own profile wins over one in the program of the same name.
package struct ProfileCatalog: Sendable {
    /// The folder of the person's own profiles, `$XDG_CONFIG_HOME/sluice/profiles`.
    let folder: String

    /// Makes a catalog; reads nothing yet.
    package init(folder: String) { self.folder = folder }

    /// The profiles in the program, by name.
    private static let shipped: [(name: String, json: [UInt8])] = [
        ("sample", PackageResources.sample_json),
        ("kinto", PackageResources.kinto_json),
        ("privacyidea", PackageResources.privacyidea_json),
        ("scim2", PackageResources.scim2_json),
        ("discourse", PackageResources.discourse_json),
        ("gitea", PackageResources.gitea_json),
        ("github", PackageResources.github_json),
        ("gitlab", PackageResources.gitlab_json),
        ("keycloak", PackageResources.keycloak_json),
        ("mattermost", PackageResources.mattermost_json),
        ("nextcloud", PackageResources.nextcloud_json),
        ("slack", PackageResources.slack_json),
        ("wordpress", PackageResources.wordpress_json),
    ]

    /// The names that can be chosen, sorted.
    package var names: [String] {
        let own = SmallFile.names(in: folder).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }
        return Set(own + Self.shipped.map(\.name)).sorted()
    }

    /// Reads a profile by its name, or by the path of its file when there is a slash or `.json` in it.
    package func profile(_ name: String) throws(ProfileError) -> Profile {
        if Self.isFile(name) { return try file(name) }
        let own = "\(folder)/\(name).json"
        if let bytes = try read(own) {
            let profile = try Profile(json: bytes, origin: own)
            guard profile.name == name else {
                throw ProfileError(
                    origin: own, path: "name",
                    reason: "\"\(profile.name)\" is not the name of its file, \"\(name)\"")
            }
            return profile
        }
        if let shipped = Self.shipped.first(where: { $0.name == name }) {
            return try Profile(json: shipped.json, origin: "built in")
        }
        let nearest = Nearest.word(to: name, in: names).map { "; did you mean \"\($0)\"?" }
        throw ProfileError(
            origin: name,
            reason: "no such profile"
                + (nearest ?? "; known are \(names.joined(separator: ", "))"))
    }

    private static func isFile(_ name: String) -> Bool {
        name.contains("/") || name.hasSuffix(".json")
    }

    /// What a profile is to be remembered as: of a file its whole path, for it is looked for from
    /// another folder.
    package static func lasting(_ name: String) -> String {
        guard isFile(name), let path = realpath(name, nil)
        else { return name }
        defer { free(path) }
        return String(cString: path)
    }

    /// Reads a profile from a file.
    package func file(_ path: String) throws(ProfileError) -> Profile {
        guard let bytes = try read(path) else {
            throw ProfileError(origin: path, reason: "no such file")
        }
        return try Profile(json: bytes, origin: path)
    }

    /// Reads what a person wants to be told of: a file or, where there is none of that path, the
    /// profile of that name. A folder of a profile's name is no file.
    package func fileOrProfile(_ word: String) throws(ProfileError) -> Profile {
        guard names.contains(word), (try? SmallFile.read(word)) == nil else {
            return try file(word)
        }
        return try profile(word)
    }

    /// A file's bytes; nil when it isn't there.
    private func read(_ path: String) throws(ProfileError) -> [UInt8]? {
        do throws(FileFailure) {
            return try SmallFile.read(path)
        } catch {
            if error.isMissing { return nil }
            throw ProfileError(origin: path, reason: error.reason)
        }
    }
}
