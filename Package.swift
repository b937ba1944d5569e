// swift-tools-version: 6.3
import PackageDescription

/// One list for every target: what is checked in one place is checked everywhere.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// A library target of this package, in `Sources/NAME`.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one target, in `Tests/NAMETests`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies, exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "Sluice",
    products: [
        .executable(name: "sluice", targets: ["sluice"]),
        .library(name: "SluiceFlow", targets: ["SluiceFlow"]),
        .library(name: "SluiceHTTP", targets: ["SluiceHTTP"]),
        .library(name: "SluiceStore", targets: ["SluiceStore"]),
        .library(name: "SluiceTesting", targets: ["SluiceTesting"]),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CLineEdit", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CAllocations"),
        .target(
            name: "Schema", path: "Database", exclude: ["README.md"],
            resources: [.embedInCode("Migrations"), .embedInCode("Queries")],
            swiftSettings: settings),

        library("SluiceFlow", []),
        library("SluiceHTTP", ["SluiceFlow", "CCurl"]),
        library("SluiceStore", ["SluiceFlow", "CSQLite"]),
        library("Users", ["SluiceFlow"]),
        .target(
            name: "UserServices",
            dependencies: ["Users", "SluiceFlow", "SluiceHTTP", "SluiceStore", "Schema"],
            resources: [.embedInCode("Resources")], swiftSettings: settings),
        library("SluiceCLI", ["Users", "SluiceFlow", "CLineEdit"]),
        library("SluiceTesting", ["SluiceFlow", "SluiceHTTP"]),
        .executableTarget(
            name: "sluice", dependencies: ["SluiceCLI", "UserServices", "Users"],
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "SluiceFlow", "SluiceHTTP", "SluiceStore", "SluiceTesting", "Users",
                "UserServices", "Schema", "CCurl", "CSQLite", "CAllocations",
            ],
            swiftSettings: settings),

        tests("SluiceFlow", ["SluiceFlow", "SluiceTesting"]),
        tests("SluiceHTTP", ["SluiceHTTP", "SluiceFlow", "SluiceTesting", "CCurl"]),
        tests("SluiceStore", ["SluiceStore", "SluiceFlow", "CSQLite"]),
        tests("Users", ["Users", "SluiceFlow", "SluiceTesting"], exclude: ["Snapshots"]),
        tests(
            "UserServices",
            ["UserServices", "Users", "SluiceFlow", "SluiceHTTP", "SluiceStore", "Schema"]),
        tests("SluiceCLI", ["SluiceCLI", "Users", "SluiceFlow", "SluiceTesting"]),
        tests("SluiceTesting", ["SluiceTesting", "SluiceFlow"]),
        tests(
            "Program",
            [
                "sluice", "SluiceCLI", "SluiceTesting", "SluiceFlow", "SluiceHTTP", "UserServices",
                "Users",
            ]),
        tests("Layering", []),
    ]
)
