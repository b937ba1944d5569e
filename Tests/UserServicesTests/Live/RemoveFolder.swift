import Foundation

/// Removes what a test wrote.
enum RemoveFolder {
    static func run(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
