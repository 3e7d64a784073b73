import EntityMapper
package import MappingFiles
package import MappingInference
import ModelGeneration
import ObjectGraph

/// A generated Swift package that maps payloads like a mapping file.
///
/// The package contains the model as schema structs, a function for each mapping, a program that
/// imports files into a store, or loads from a server, and a test. It builds without warnings, and
/// produces the same objects as the mapping file. It contains no values of the payloads.
package struct SwiftPackage {
    /// The location of Mercator.
    package enum Dependency: Sendable, Hashable {
        /// A folder, absolute or relative to the package.
        case path(String)
        /// A repository and a minimum version.
        case url(String, from: String)
    }

    /// The name of the package and its module.
    package let name: String
    /// The files in order of path, relative to the package folder.
    package let files: [(path: String, text: String)]

    /// Creates a package.
    ///
    /// - Parameters:
    ///   - file: The model and the mappings.
    ///   - name: The name, which is converted to a module name.
    ///   - dependency: The location of Mercator.
    ///   - sources: The payloads of an inference, which determine the format of each file group.
    ///   - decisions: The decisions of an inference; a confidence below 0.8 results in a comment.
    ///   - server: The server to load from; `nil` for a program that only imports files.
    /// - Throws: ``SwiftPackageError`` if a mapping contains closures, a file group has several
    ///   formats or responses of the server cannot be mapped like files;
    ///   `ManagedObjectModelError` if the model is invalid.
    package init(
        _ file: MappingFile, named name: String, dependency: Dependency,
        sources: [SourceSummary] = [], decisions: [InferenceDecision] = [],
        server: PackageServer? = nil
    ) throws {
        let model = try file.model()
        let name = Self.moduleName(name)
        self.name = name
        let mappings = try SwiftMappings(file, model, decisions)
        let formats = try Self.formats(of: sources)
        var parts: [(String, String)] = [
            (".gitignore", ".build/\n"),
            (".swift-format", Self.formatterSettings),
            ("Package.swift", Self.manifest(name, dependency, server)),
            ("Sources/\(name)/Import.swift", ImportCode(file, formats: formats).text),
            (
                "Sources/\(name)/Mappings.swift",
                (["import Mercator", ""] + mappings.lines + [""]).joined(separator: "\n")
            ),
            (
                "Sources/\(name)/Model.swift",
                SwiftSource(model, enumerations: SwiftEnumeration.all(of: file)).description + "\n"
            ),
        ]
        if let server {
            parts.append(("Sources/\(name)/Server.swift", try ServerCode(server, file).text))
        }
        parts += [
            ("Sources/\(name)/main.swift", Self.program(name, server)),
            ("Tests/\(name)Tests/StructureTests.swift", StructureTestCode(file, name).text),
        ]
        files = parts.map { (path: $0.0, text: $0.1) }
    }

    /// Returns the format of each file group.
    ///
    /// - Throws: ``SwiftPackageError`` if a group has several formats.
    private static func formats(
        of sources: [SourceSummary]
    ) throws(SwiftPackageError) -> [String: String] {
        var first: [String: SourceSummary] = [:]
        for source in sources {
            let other = first[source.group] ?? source
            first[source.group] = other
            guard other.format != source.format else { continue }
            throw SwiftPackageError(
                .notExpressible,
                "a package reads one format for each kind of payloads, found '\(other.name)' "
                    + "(\(other.format)) and '\(source.name)' (\(source.format)); "
                    + "write a package for each of them")
        }
        return first.mapValues(\.format)
    }

    /// Returns the name of a module: ASCII letters and digits, capitalized.
    package static func moduleName(_ name: String) -> String {
        let words = name.unicodeScalars.split { scalar in
            !(scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil))
        }
        let joined = words.map { String($0.prefix(1)).uppercased() + String($0.dropFirst()) }
            .joined()
        let start = joined.first.map { $0.isNumber ? "Payload" + joined : joined } ?? "Payload"
        let isTaken =
            taken.contains(start) || start.hasSuffix("Mapper")
            || ["Mercator", "Mapping"].contains(where: start.hasPrefix)
        return isTaken ? start + "Import" : start
    }

    /// The imported modules, and the targets of Mercator without a common beginning.
    private static let taken: Set<String> = [
        "Benchmarks", "ConnectionEvaluation", "Darwin", "Foundation", "Glibc", "HTTPValues",
        "ModelGeneration", "Musl", "ObjectGraph", "ObjectGraphPostgres", "ObjectGraphSQL",
        "ObjectGraphSQLite", "OrphanDetection", "OutboxEntries", "PayloadFormats",
        "PlainValueMapping", "RemoteGraph", "RemoteGraphCurl", "RemoteGraphURLSession",
        "RemoteOutbox", "RemotePlanning", "RepresentationWriting", "ResourceMapping",
        "StreamingImport", "Swift", "Testing", "ValueTransforms", "XCTest", "XcodeDataModel",
    ]

    /// The configuration of `swift format`; payloads determine the names.
    private static let formatterSettings = """
        {
          "indentation": {
            "spaces": 4
          },
          "lineLength": 100,
          "rules": {
            "AlwaysUseLowerCamelCase": false,
            "IdentifiersMustBeASCII": false,
            "TypeNamesShouldBeCapitalized": false
          },
          "version": 1
        }

        """

    private static func manifest(
        _ name: String, _ dependency: Dependency, _ server: PackageServer?
    ) -> String {
        let (arguments, location): (String, String) =
            switch dependency {
            case .path(let path): ("path: \(SwiftLiteral.text(path))", path)
            case .url(let url, let version):
                (
                    "url: \(SwiftLiteral.text(url)), from: \(SwiftLiteral.text(version))", url
                )
            }
        // A package is identified by the last component of its location.
        let last = location.split(separator: "/").last.map(String.init) ?? location
        let identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
        func product(_ constant: String, _ name: String) -> String {
            """
            let \(constant): Target.Dependency = .product(
                name: "\(name)", package: \(SwiftLiteral.text(identity)))
            """
        }
        let dependencies = [
            product("mercator", "Mercator"), server.map { _ in product("curl", "MercatorCurl") },
        ].compactMap(\.self).joined(separator: "\n")
        let products = server == nil ? "[mercator]" : "[mercator, curl]"
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            \(dependencies)

            let package = Package(
                name: "\(name)",
                platforms: [.macOS(.v15)],
                dependencies: [
                    .package(\(arguments))
                ],
                targets: [
                    .executableTarget(name: "\(name)", dependencies: \(products)),
                    .testTarget(name: "\(name)Tests", dependencies: ["\(name)", mercator]),
                ])

            """
    }

    /// Returns the program that imports files, or loads from a server if it gets none.
    private static func program(_ name: String, _ server: PackageServer?) -> String {
        let loads = server != nil
        let usage = loads ? "[PAYLOAD…] STORE" : "PAYLOAD… STORE"
        let importing =
            "for result in try importFiles(Array(arguments.dropLast()), into: store) { print(result) }"
        let load =
            loads
            ? """
            if arguments.count == 1 {
                    try await load(into: store) { print($0) }
                } else {
                    \(importing)
                }
            """ : importing
        let refusal =
            server.map { CredentialCode($0).isNeeded } == true
            ? """
            catch let error as RemoteError where error.code == .failedRefresh {
                print(error.cause ?? error)
                exit(1)
            } catch
            """ : "catch"
        return """
            import Foundation\(refusal == "catch" ? "" : "\nimport Mercator")

            let arguments = CommandLine.arguments.dropFirst()
            guard \(loads ? "" : "arguments.count > 1, ")let store = arguments.last else {
                print("usage: \(name) \(usage)")
                exit(64)
            }
            do {
                \(load)
            } \(refusal) {
                print(error)
                exit(1)
            }

            """
    }
}
