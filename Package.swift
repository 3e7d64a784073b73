// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "Mercator",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    targets: [
        .target(name: "Payload", swiftSettings: settings),
        .target(name: "ObjectGraph", swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["ObjectGraph"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "ObjectGraphTests", dependencies: ["ObjectGraph", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "PayloadTests", dependencies: ["Payload"], swiftSettings: settings),
        .testTarget(
            name: "FeatureTests", dependencies: ["ObjectGraph", "Payload", "TestSupport"],
            swiftSettings: settings),
    ])
