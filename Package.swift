// swift-tools-version: 6.2
import Foundation
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

// What `MercatorCore` re-exports: mapping into a graph in an SQLite file.
let core = [
    "MercatorPayload", "ObjectGraph", "ObjectGraphSQL", "ObjectGraphSQLite", "ConnectionEvaluation",
    "OrphanDetection", "EntityMapper", "ValueTransforms",
]

// What `Mercator` re-exports. Its product lists them, so that API checks see their symbols.
let modules = [
    "MercatorCore", "MercatorPayload", "PayloadFormats", "ObjectGraph", "ObjectGraphSQL",
    "ObjectGraphSQLite",
    "ConnectionEvaluation", "OrphanDetection", "EntityMapper", "ValueTransforms",
    "MappingConventions",
    "RepresentationWriting", "HTTPValues", "ResourceMapping", "PlainValueMapping",
    "MappingDiagnostics", "StreamingImport", "XcodeDataModel", "MappingFiles", "OutboxEntries",
    "RemotePlanning", "RemoteGraph", "RemoteOutbox",
]

let apple: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

let package = Package(
    name: "Mercator",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Mercator", targets: ["Mercator"] + modules),
        .library(name: "MercatorCore", targets: ["MercatorCore"] + core),
        .library(name: "StreamingImport", targets: ["StreamingImport"]),
        .library(name: "MercatorProgress", targets: ["MercatorProgress"]),
        .library(name: "XcodeDataModel", targets: ["XcodeDataModel"]),
        .library(name: "MappingInference", targets: ["MappingInference"]),
        .library(name: "MercatorTesting", targets: ["MercatorTesting"]),
        .library(name: "MercatorURLSession", targets: ["RemoteGraphURLSession"]),
        .executable(name: "mercator", targets: ["MercatorTool"]),
    ],
    targets: [
        // Without pkg-config, which a fresh machine lacks: header and library lie where compilers look.
        // A graph of packages may have one target of a name, and many packages have a `CSQLite`.
        .systemLibrary(name: "MercatorCSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "MercatorPayload", swiftSettings: settings),
        // Fields, URLs and requests of HTTP, without anything of Mercator.
        .target(name: "HTTPValues", swiftSettings: settings),
        .target(
            name: "PayloadFormats", dependencies: ["HTTPValues", "MercatorPayload"],
            swiftSettings: settings),
        .target(name: "ObjectGraph", swiftSettings: settings),
        // The part of a store on a relational database that does not depend on which one it is.
        .target(name: "ObjectGraphSQL", dependencies: ["ObjectGraph"], swiftSettings: settings),
        .target(
            name: "ObjectGraphSQLite",
            dependencies: ["ObjectGraph", "ObjectGraphSQL", "MercatorCSQLite"],
            swiftSettings: settings),
        .target(
            name: "ConnectionEvaluation", dependencies: ["ObjectGraph"], swiftSettings: settings),
        .target(
            name: "OrphanDetection", dependencies: ["ObjectGraph", "MercatorPayload"],
            swiftSettings: settings),
        .target(
            name: "EntityMapper",
            dependencies: [
                "ConnectionEvaluation", "ObjectGraph", "OrphanDetection", "MercatorPayload",
            ],
            swiftSettings: settings),
        .target(
            name: "ValueTransforms",
            dependencies: ["EntityMapper", "ObjectGraph", "MercatorPayload"],
            swiftSettings: settings),
        .target(
            name: "MappingConventions",
            dependencies: ["EntityMapper", "ObjectGraph", "MercatorPayload", "ValueTransforms"],
            swiftSettings: settings),
        .target(
            name: "RepresentationWriting",
            dependencies: ["EntityMapper", "ObjectGraph", "MercatorPayload"],
            swiftSettings: settings),
        .target(
            name: "ResourceMapping",
            dependencies: [
                "EntityMapper", "HTTPValues", "MappingConventions", "ObjectGraph",
                "MercatorPayload",
                "RepresentationWriting",
            ],
            swiftSettings: settings),
        .target(
            name: "PlainValueMapping",
            dependencies: [
                "EntityMapper", "ObjectGraph", "MercatorPayload", "RepresentationWriting",
            ],
            swiftSettings: settings),
        .target(
            name: "MappingDiagnostics",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "ObjectGraph", "MercatorPayload",
                "PlainValueMapping",
            ],
            swiftSettings: settings),
        .target(
            name: "StreamingImport",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "ObjectGraph", "MercatorPayload",
            ],
            swiftSettings: settings),
        // Apart on Linux, where Foundation's `Progress` makes a static program twice as large.
        .target(
            name: "MercatorProgress", dependencies: ["StreamingImport"], swiftSettings: settings),
        .target(
            name: "OutboxEntries", dependencies: ["HTTPValues", "ObjectGraph", "MercatorPayload"],
            swiftSettings: settings),
        // The description of a server, its plan, requests and the choice of mappings: no network.
        .target(
            name: "RemotePlanning",
            dependencies: [
                "EntityMapper", "HTTPValues", "ObjectGraph", "OrphanDetection", "MercatorPayload",
                "PayloadFormats", "PlainValueMapping", "RepresentationWriting", "ResourceMapping",
            ],
            swiftSettings: settings),
        .target(
            name: "RemoteGraph",
            dependencies: [
                "EntityMapper", "HTTPValues", "ObjectGraph", "OutboxEntries", "MercatorPayload",
                "PayloadFormats", "RemotePlanning", "RepresentationWriting", "ResourceMapping",
                "StreamingImport",
            ],
            swiftSettings: settings),
        .target(
            name: "RemoteOutbox",
            dependencies: [
                "EntityMapper", "HTTPValues", "ObjectGraph", "OutboxEntries", "MercatorPayload",
                "RemoteGraph", "RemotePlanning", "ResourceMapping",
            ],
            swiftSettings: settings),
        // Not part of `Mercator`: it is empty but on Apple's platforms.
        .target(
            name: "RemoteGraphURLSession", dependencies: ["HTTPValues", "RemoteGraph"],
            swiftSettings: settings),
        // Not part of `Mercator`: only the tool generates.
        .target(
            name: "ModelGeneration", dependencies: ["ObjectGraph"], swiftSettings: settings),
        .target(
            name: "XcodeDataModel",
            dependencies: ["MercatorPayload", "PayloadFormats", "ObjectGraph"],
            swiftSettings: settings),
        .target(
            name: "MappingFiles",
            dependencies: ["EntityMapper", "ObjectGraph", "MercatorPayload", "ValueTransforms"],
            swiftSettings: settings),
        // Not part of `Mercator`: an app that maps does not infer.
        .target(
            name: "MappingInference",
            dependencies: [
                "EntityMapper", "MappingFiles", "ObjectGraph", "MercatorPayload", "PayloadFormats",
                "ValueTransforms",
            ],
            swiftSettings: settings),
        .target(
            name: "MappingGeneration",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "MappingFiles", "MappingInference",
                "ModelGeneration", "ObjectGraph", "MercatorPayload", "ValueTransforms",
            ],
            swiftSettings: settings),
        .target(
            name: "MercatorCore", dependencies: core.map { .target(name: $0) },
            swiftSettings: settings),
        .target(
            name: "Mercator",
            dependencies: modules.map { .target(name: $0) } + [
                .target(name: "MercatorProgress", condition: .when(platforms: apple))
            ],
            swiftSettings: settings),
        // For the tests of users: it throws, and so needs no test framework.
        .target(
            name: "MercatorTesting",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "HTTPValues", "ObjectGraph",
                "MercatorPayload",
                "RemoteGraph",
            ],
            swiftSettings: settings),
        // The tour's payloads are compiled in, so the tool is one file that runs from anywhere.
        .executableTarget(
            name: "MercatorTool",
            dependencies: ["Mercator", "MappingGeneration", "MappingInference", "ModelGeneration"],
            resources: [.embedInCode("Resources")], swiftSettings: settings),
        // A part of the tool, so that a build with the plugin compiles half as much.
        .executableTarget(
            name: "MercatorGenerator",
            dependencies: ["MappingFiles", "MappingGeneration", "XcodeDataModel"],
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks", dependencies: ["MappingInference", "Mercator", "MercatorCSQLite"],
            path: "Benchmarks",
            swiftSettings: settings),

        .target(
            name: "TestSupport",
            dependencies: ["ObjectGraph", "ObjectGraphSQL", "ObjectGraphSQLite"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "PayloadTests", dependencies: ["MercatorPayload", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "PayloadFormatsTests",
            dependencies: ["PayloadFormats", "MercatorPayload", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ObjectGraphTests", dependencies: ["ObjectGraph", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ObjectGraphSQLiteTests",
            dependencies: [
                "MercatorCSQLite", "ObjectGraphSQL", "ObjectGraphSQLite", "ObjectGraph",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EntityMapperTests",
            dependencies: [
                "EntityMapper", "HTTPValues", "MappingConventions", "ObjectGraph",
                "MercatorPayload",
                "PlainValueMapping", "RepresentationWriting", "ResourceMapping", "TestSupport",
                "ValueTransforms",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StreamingImportTests",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "MercatorProgress", "ObjectGraph",
                "ObjectGraphSQLite", "MercatorPayload", "StreamingImport", "TestSupport",
            ],
            swiftSettings: settings),
        // A server that sends exact bytes, and the requirements of all transports.
        .target(
            name: "ScriptedServer", dependencies: ["HTTPValues", "RemoteGraph"],
            path: "Tests/ScriptedServer", swiftSettings: settings),
        // Empty but on Apple's platforms, like the target.
        .testTarget(
            name: "RemoteGraphURLSessionTests",
            dependencies: [
                "RemoteGraph", "RemoteGraphURLSession", "ScriptedServer", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RemoteGraphTests",
            dependencies: [
                "EntityMapper", "HTTPValues", "MercatorTesting", "ObjectGraph", "ObjectGraphSQLite",
                "OrphanDetection", "OutboxEntries", "MercatorPayload", "PayloadFormats",
                "PlainValueMapping", "RemoteGraph", "RemoteOutbox", "RemotePlanning",
                "ResourceMapping", "StreamingImport", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "XcodeDataModelTests",
            dependencies: [
                "Mercator", "ModelGeneration", "ObjectGraph", "TestSupport", "XcodeDataModel",
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "MappingFilesTests",
            dependencies: [
                "EntityMapper", "MappingFiles", "ObjectGraph", "MercatorPayload", "TestSupport",
                "ValueTransforms",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MappingInferenceTests",
            dependencies: [
                "EntityMapper", "MappingConventions", "MappingFiles", "MappingInference",
                "ObjectGraph",
                "ObjectGraphSQLite", "MercatorPayload", "PayloadFormats", "RepresentationWriting",
                "TestSupport",
            ],
            resources: [.copy("Payloads"), .copy("Descriptions")], swiftSettings: settings),
        .testTarget(
            name: "MappingGenerationTests",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "MappingFiles", "MappingGeneration",
                "MappingInference", "Mercator", "MercatorGenerator", "ModelGeneration",
                "ObjectGraph", "MercatorPayload", "TestSupport", "ValueTransforms",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MappingFeatureTests",
            dependencies: [
                "ConnectionEvaluation", "EntityMapper", "HTTPValues", "MappingConventions",
                "MappingDiagnostics", "ObjectGraph", "ObjectGraphSQL", "ObjectGraphSQLite",
                "OrphanDetection", "MercatorPayload", "PlainValueMapping", "RepresentationWriting",
                "ResourceMapping", "StreamingImport", "TestSupport", "ValueTransforms",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MercatorTestingTests",
            dependencies: [
                "EntityMapper", "HTTPValues", "MappingConventions", "MercatorTesting",
                "ObjectGraph", "MercatorPayload", "RemoteGraph", "RemotePlanning",
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "MappingGeneration", "MappingInference", "Mercator", "MercatorCSQLite",
                "MercatorProgress", "MercatorTesting", "RemoteGraphURLSession",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FeatureTests",
            dependencies: [
                "MappingGeneration", "MappingInference", "Mercator", "MercatorTesting",
                "TestSupport",
            ],
            resources: [.copy("Golden")], swiftSettings: settings),
        // A process that tests start beside their own, and kill.
        .executableTarget(
            name: "StoreDriver", dependencies: ["Mercator"], path: "Tests/StoreDriver",
            swiftSettings: settings),
        .testTarget(
            name: "MercatorToolTests",
            dependencies: [
                "ConnectionEvaluation", "MercatorCSQLite", "MercatorTool", "ScriptedServer",
                "StoreDriver", "TestSupport",
            ],
            resources: [.copy("Resources")], swiftSettings: settings),
        .testTarget(
            name: "BenchmarksTests", dependencies: ["Benchmarks", "Mercator"],
            swiftSettings: settings),
    ])

// A build of the package itself compiles what its plugins run once more, so its checks leave them
// out; `.ci/plugin-package` tries them.
if Context.environment["MERCATOR_PLUGINS"] != "0" {
    package.products += [
        .plugin(name: "MercatorPlugin", targets: ["MercatorPlugin"]),
        .plugin(name: "MercatorCommand", targets: ["MercatorCommand"]),
    ]
    package.targets += [
        .plugin(
            name: "MercatorPlugin", capability: .buildTool(), dependencies: ["MercatorGenerator"],
            path: "Sources/MercatorPlugin"),
        // Without a permission, so that reading needs none; a user grants those that writing needs.
        .plugin(
            name: "MercatorCommand",
            capability: .command(
                intent: .custom(
                    verb: "mercator", description: "Runs the tool 'mercator', such as its 'infer'.")
            ),
            dependencies: ["MercatorTool"], path: "Sources/MercatorCommand"),
    ]
}

// A store in a database needs libpq; its header lies in different folders.
let headers =
    Context.environment["MERCATOR_LIBPQ_HEADERS"]?.split(separator: ":").map(String.init)
    ?? [
        "/usr/include", "/usr/include/postgresql", "/usr/local/include",
        "/opt/homebrew/opt/libpq/include", "/usr/local/opt/libpq/include",
    ]
#if os(macOS)
    // Homebrew keeps libpq where compilers do not look.
    let libpq: String? = "libpq"
#else
    let libpq: String? = nil
#endif

if headers.contains(where: { FileManager.default.fileExists(atPath: $0 + "/libpq-fe.h") }) {
    package.products.append(.library(name: "MercatorPostgres", targets: ["ObjectGraphPostgres"]))
    // The tool opens stores of each kind.
    package.targets.first { $0.name == "MercatorTool" }?.dependencies += ["ObjectGraphPostgres"]
    // Feature tests run on each kind of store, and so do those of the tool and the guides.
    for name in ["TestSupport", "MercatorToolTests", "GuideTests"] {
        package.targets.first { $0.name == name }?.dependencies += [
            "ObjectGraphPostgres", "PostgresTestSupport",
        ]
    }
    package.targets.first { $0.name == "Benchmarks" }?.dependencies += [
        "LocalPostgres", "MercatorCPostgres", "ObjectGraphPostgres",
    ]
    package.targets.first { $0.name == "BenchmarksTests" }?.dependencies.append(
        "PostgresTestSupport")
    package.targets += [
        .systemLibrary(
            name: "MercatorCPostgres", pkgConfig: libpq,
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "ObjectGraphPostgres",
            dependencies: [
                "MercatorCPostgres", "ObjectGraph", "ObjectGraphSQL", "ObjectGraphSQLite",
            ],
            swiftSettings: settings),
        // The server that tests and benchmarks start.
        .target(name: "LocalPostgres", path: "Tests/LocalPostgres", swiftSettings: settings),
        .target(
            name: "PostgresTestSupport", dependencies: ["LocalPostgres", "ObjectGraphPostgres"],
            path: "Tests/PostgresTestSupport", swiftSettings: settings),
        .testTarget(
            name: "ObjectGraphPostgresTests",
            dependencies: [
                "EntityMapper", "LocalPostgres", "Mercator", "ObjectGraph", "ObjectGraphPostgres",
                "ObjectGraphSQL", "ObjectGraphSQLite", "MercatorPayload", "PostgresTestSupport",
                "StreamingImport", "TestSupport",
            ],
            swiftSettings: settings),
    ]
} else {
    package.targets.first { $0.name == "Benchmarks" }?.exclude.append("Postgres")
    print("MercatorPostgres is left out, since libpq-fe.h is missing: install libpq-dev")
}

// The transport with libcurl needs its header and that of zlib; on Debian, they lie in different
// folders.
let folders =
    ["/usr/include", "/usr/local/include"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/include")) ?? [])
    .filter { $0.hasSuffix("-linux-gnu") || $0.hasSuffix("-linux-gnueabihf") }
    .map { "/usr/include/" + $0 }
    + [
        "/Library/Developer/CommandLineTools",
        "/Applications/Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer",
    ].map { $0 + "/SDKs/MacOSX.sdk/usr/include" }
let hasCurl = ["curl/curl.h", "zlib.h"].allSatisfy { header in
    folders.contains { FileManager.default.fileExists(atPath: $0 + "/" + header) }
}

if hasCurl {
    package.products.append(.library(name: "MercatorCurl", targets: ["RemoteGraphCurl"]))
    // The tool fetches, and the benchmarks compare with curl.
    for name in ["Benchmarks", "GuideTests", "MercatorTool", "MercatorToolTests"] {
        package.targets.first { $0.name == name }?.dependencies.append("RemoteGraphCurl")
    }
    package.targets.first { $0.name == "GuideTests" }?.dependencies += [
        "RemoteServers", "ScriptedServer", "TestSupport",
    ]
    package.targets += [
        .systemLibrary(
            name: "MercatorCCurl", providers: [.apt(["libcurl4-openssl-dev", "zlib1g-dev"])]),
        .target(
            name: "RemoteGraphCurl",
            dependencies: ["HTTPValues", "MercatorCCurl", "RemoteGraph"],
            swiftSettings: settings),
        .testTarget(
            name: "RemoteGraphCurlTests",
            dependencies: [
                "EntityMapper", "HTTPValues", "MercatorCCurl", "MercatorTesting", "ObjectGraph",
                "RemoteGraph", "RemoteGraphCurl", "RemotePlanning", "ScriptedServer",
                "StreamingImport", "TestSupport",
            ],
            swiftSettings: settings),
        // Servers of others that tests start, where `.ci/servers` has installed them.
        .target(
            name: "RemoteServers", dependencies: ["HTTPValues", "RemoteGraph", "RemoteGraphCurl"],
            path: "Tests/RemoteServers", resources: [.copy("Resources")], swiftSettings: settings),
        .testTarget(
            name: "RemoteServerTests",
            dependencies: [
                "EntityMapper", "HTTPValues", "ObjectGraph", "ObjectGraphSQLite", "OrphanDetection",
                "OutboxEntries", "MercatorPayload", "PlainValueMapping", "RemoteGraph",
                "RemoteOutbox",
                "RemotePlanning", "RemoteServers", "ResourceMapping", "StreamingImport",
                "TestSupport",
            ],
            swiftSettings: settings),
    ]
} else if Context.environment["MERCATOR_REQUIRE_CURL"] == "1" {
    fatalError("curl/curl.h or zlib.h is missing: install libcurl4-openssl-dev and zlib1g-dev")
} else {
    package.targets.first { $0.name == "Benchmarks" }?.exclude.append("Network")
    print(
        "MercatorCurl is left out, since curl/curl.h or zlib.h is missing: install "
            + "libcurl4-openssl-dev and zlib1g-dev")
}
