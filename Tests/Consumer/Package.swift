// swift-tools-version: 6.2
import PackageDescription

// Another package that uses Sluice as an app would: by its public API alone.
let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "Sluice", path: "../..")],
    targets: [
        .target(
            name: "Directory",
            dependencies: [
                .product(name: "SluiceFlow", package: "Sluice"),
                .product(name: "SluiceHTTP", package: "Sluice"),
            ]),
        .executableTarget(name: "consumer", dependencies: ["Directory"]),
        .executableTarget(
            name: "notes",
            dependencies: [
                .product(name: "SluiceFlow", package: "Sluice"),
                .product(name: "SluiceStore", package: "Sluice"),
            ]),
        .testTarget(
            name: "DirectoryTests",
            dependencies: ["Directory", .product(name: "SluiceTesting", package: "Sluice")]),
    ]
)
