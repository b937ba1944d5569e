/// By whose rules the people of a directory were read: a profile, in the form that it had.
///
/// Two profiles of one server read its answers differently, and so does one that was edited. What one
/// of them kept is not the other's.
package struct ProfileIdentity: Sendable, Hashable {
    /// The profile's name.
    package var name: String
    /// Tells its text from others of that name.
    package var text: String

    /// Makes an identity; without arguments, that of no profile.
    package init(name: String = "", text: String = "") {
        self.name = name
        self.text = text
    }
}

extension Profile {
    /// What the people are kept under that this profile reads.
    var identity: ProfileIdentity { ProfileIdentity(name: name, text: fingerprint) }
}
