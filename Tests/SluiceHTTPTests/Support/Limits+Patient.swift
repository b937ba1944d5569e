import SluiceHTTP

extension Limits {
    /// Limits that no loaded machine reaches, for a test of anything but limits.
    static let patient = Limits(
        connect: .seconds(60), idle: .seconds(300), total: .seconds(300))
}
