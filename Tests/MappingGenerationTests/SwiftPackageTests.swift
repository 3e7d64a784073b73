import EntityMapper
import Foundation
import MappingFiles
import MappingGeneration
import MappingInference
import ObjectGraph
import Testing
import ValueTransforms

@Suite("The Swift package of a mapping file")
struct SwiftPackageTests {
    private func package(
        _ file: MappingFile = TwitterExample.file, named name: String = "Twitter",
        _ decisions: [InferenceDecision] = []
    ) throws -> SwiftPackage {
        try SwiftPackage(file, named: name, dependency: .path("../Mercator"), decisions: decisions)
    }

    private func text(_ path: String, in package: SwiftPackage) throws -> String {
        try #require(package.files.first { $0.path == path }?.text)
    }

    @Test func `a package has a model, mappings, a short program and a test`() throws {
        let package = try package()
        #expect(
            package.files.map(\.path) == [
                ".gitignore", ".swift-format", "Package.swift", "Sources/Twitter/Import.swift",
                "Sources/Twitter/Mappings.swift", "Sources/Twitter/Model.swift",
                "Sources/Twitter/main.swift",
                "Tests/TwitterTests/StructureTests.swift",
            ])
        let program = try text("Sources/Twitter/main.swift", in: package)
        #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 16)
        let manifest = try text("Package.swift", in: package)
        #expect(manifest.contains(".package(path: \"../Mercator\")"))
        #expect(manifest.contains("name: \"Mercator\", package: \"Mercator\""))
    }

    @Test func `the columns of rows are named, for each kind of files`() throws {
        var file = TwitterExample.file
        file.source.rows = ["id", "na\"me"]
        let imports = try text("Sources/Twitter/Import.swift", in: package(file))
        #expect(imports.contains("    load.columns = [\"id\", \"na\\\"me\"]\n    return load"))

        file.source.rows = nil
        file.groups = [
            MappingFile.Group(name: "rows", roots: file.mappings.roots, rows: ["id"]),
            MappingFile.Group(name: "objects", roots: file.mappings.roots),
        ]
        let ofKinds = try text("Sources/Twitter/Import.swift", in: package(file))
        #expect(
            ofKinds.contains(
                """
                    switch kind {
                    case "rows":
                        load.columns = ["id"]
                    default: break
                    }
                    return load
                """))
    }

    /// A mapping file of two kinds of payloads, and payloads of these formats.
    private func mixed(_ formats: [String]) -> (file: MappingFile, sources: [SourceSummary]) {
        var file = TwitterExample.file
        file.groups = formats.indices.map {
            MappingFile.Group(name: "kind\($0)", roots: file.mappings.roots)
        }
        file.source.format = formats[0]
        let sources = formats.enumerated().map { number, format in
            var source = TwitterExample.inferred.sources[0]
            (source.name, source.format, source.group) = ("\(number)", format, "kind\(number)")
            return source
        }
        return (file, sources)
    }

    @Test func `kinds of files with formats of their own are read as such`() throws {
        let (file, sources) = mixed(["json", "xml", "lines"])
        let package = try SwiftPackage(
            file, named: "Mixed", dependency: .path("../Mercator"), sources: sources)
        let imports = try text("Sources/Mixed/Import.swift", in: package)
        #expect(imports.contains("DocumentImport(plan, form: form(of: kind))"))
        #expect(
            imports.hasSuffix(
                """
                func form(of kind: String) -> DocumentImport.Form {
                    switch kind {
                    case "kind0": .json
                    case "kind1": .other({ try PayloadFormat.xml.document(from: $0) })
                    case "kind2": .lines
                    default: .json
                    }
                }

                """))
        let alike = mixed(["xml", "xml"])
        let plain = try SwiftPackage(
            alike.file, named: "Alike", dependency: .path("../Mercator"), sources: alike.sources)
        #expect(
            try !text("Sources/Alike/Import.swift", in: plain).contains("form(of:"))
    }

    @Test func `one kind of files in several formats is refused by name`() throws {
        var (file, sources) = mixed(["json", "xml"])
        file.groups = []
        for index in sources.indices { sources[index].group = "" }
        let error = #expect(throws: SwiftPackageError.self) {
            try SwiftPackage(
                file, named: "Mixed", dependency: .path("../Mercator"), sources: sources)
        }
        #expect(
            error?.description.contains("found '0' (json) and '1' (xml); write a package for each")
                == true)
    }

    @Test func `mappings are written as by hand`() throws {
        let package = try package(
            TwitterExample.file, named: "Twitter", TwitterExample.inferred.decisions)
        #expect(try text("Sources/Twitter/Mappings.swift", in: package) == Self.mappings)
    }

    private static let mappings = """
        import Mercator

        func makeMappings() -> MappingSet {
            var mappings = MappingSet()
            mappings.add(hashtagMapping())
            mappings.add(statusMapping())
            mappings.add(userMapping())
            mappings.addRoot("statuses", using: "Status")
            return mappings
        }

        func hashtagMapping() -> EntityMapping {
            EntityMapping(
                Hashtag.self,
                .map("text", to: \\.text),
                // 0.60: identified by text, 37 of 37 values repeat with the same content; undo it:
                // --id Hashtag=none
                .identify(by: \\.text))
        }

        func statusMapping() -> EntityMapping {
            EntityMapping(
                Status.self,
                .map("id", to: \\.statusID),
                .map("created_at", to: \\.createdAt, using: .date(format: "EEE MMM dd HH:mm:ss Z yyyy")),
                .map("in_reply_to_user_id", to: \\.inReplyToUserID),
                .map("source", to: \\.source),
                .map("text", to: \\.text),
                .map("entities.hashtags", to: \\.hashtags),
                .map("retweeted_status", to: \\.retweetedStatus),
                .map("user", to: \\.user),
                .connect(\\.inReplyToUser, by: (\\.inReplyToUserID, \\.userID)),
                .identify(by: \\.statusID))
        }

        func userMapping() -> EntityMapping {
            EntityMapping(
                User.self,
                .map("id", to: \\.userID),
                .map("followers_count", to: \\.followersCount),
                .map("name", to: \\.name),
                .map("screen_name", to: \\.screenName),
                .identify(by: \\.userID))
        }

        """

    @Test("hostile names and keys are quoted, and lines stay short")
    func hostileNames() throws {
        let package = try package(HostileExample.file, named: "../it's; rm -rf /")
        #expect(package.name == "ItSRmRf")
        let model = try text("Sources/ItSRmRf/Model.swift", in: package)
        #expect(model.contains("let `class` = Attribute<String?>()"))
        #expect(model.contains("let `self` = Attribute<String?>()"))
        #expect(model.contains(#"let `_(exit(1))` = Attribute<String?>("\\(exit(1))")"#))
        #expect(model.contains("struct DataEntity: Entity {"))
        let mappings = try text("Sources/ItSRmRf/Mappings.swift", in: package)
        #expect(mappings.contains("\\u{202e}right\\u{1}"))
        #expect(mappings.contains(#".map("\\\\\\(exit\\(1\\)\\)", to: \.`_(exit(1))`)"#))
        for file in package.files {
            #expect(!file.path.contains(".."))
            let isShort = file.text.split(separator: "\n").allSatisfy { $0.count <= 100 }
            #expect(isShort, "\(file.path)")
        }
    }

    @Test(
        "packages compile in Swift 6 mode without a warning, and need no formatting",
        .enabled(if: SwiftTools.areReady, "the modules of Mercator are not built"),
        arguments: ["Twitter", "Hostile", "Mixed"])
    func compiles(name: String) throws {
        let kinds = mixed(["json", "xml", "lines"])
        let files = ["Twitter": TwitterExample.file, "Hostile": HostileExample.file]
        let package = try SwiftPackage(
            files[name] ?? kinds.file, named: name, dependency: .path("../Mercator"),
            sources: files[name] == nil ? kinds.sources : [],
            decisions: TwitterExample.inferred.decisions)
        let folder = try TemporaryFolder()
        try package.write(to: folder.path)
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: "\(folder.path)/Sources/\(name)"
        ).sorted().map { "\(folder.path)/Sources/\(name)/\($0)" }
        #expect(try SwiftTools.typeCheck(sources) == "")
        #expect(try SwiftTools.lint(folder.path) == "")
    }

    @Test func `files that were changed since are overwritten by force only`() throws {
        let folder = try TemporaryFolder()
        let package = try package()
        try package.write(to: folder.path)
        try package.write(to: folder.path)
        let path = "\(folder.path)/Sources/Twitter/Mappings.swift"
        try Data("// mine\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect {
            try package.write(to: folder.path)
        } throws: { error in
            (error as? SwiftPackageError)?.code == .changedFiles
                && "\(error)".contains("Sources/Twitter/Mappings.swift in")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "// mine\n")
        try package.write(to: folder.path, force: true)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("import Mercator"))
    }

    @Test func `files that were not changed follow the mapping file`() throws {
        let folder = try TemporaryFolder()
        try package().write(to: folder.path)
        var file = TwitterExample.file
        file.mappings.requiresRoots = false
        try package(file).write(to: folder.path)
        let path = "\(folder.path)/Sources/Twitter/Mappings.swift"
        #expect(
            try String(contentsOfFile: path, encoding: .utf8).contains(
                "mappings.requiresRoots = false"))
    }

    @Test func `a place that is no folder is an error`() throws {
        let folder = try TemporaryFolder()
        let place = "\(folder.path)/file"
        try Data().write(to: URL(fileURLWithPath: place))
        #expect {
            try package().write(to: place)
        } throws: { ($0 as? SwiftPackageError)?.code == .notWritable }
    }

    @Test func `closures have no Swift`() throws {
        var mapping = EntityMapping(for: TwitterExample.entities[0])
        mapping.addAttributeMapping(
            from: "text", to: "text", using: ValueTransform("mine") { _ in .null })
        let closure = MappingFile(
            entities: TwitterExample.entities, mappings: MappingSet([mapping]))
        #expect {
            try package(closure)
        } throws: { "\($0)" == "the transform 'mine' consists of closures" }
    }

    @Test(arguments: [
        ("json placeholder", "JsonPlaceholder"), ("2024-data", "Payload2024Data"),
        ("", "Payload"), ("mercator", "MercatorImport"), ("日本", "Payload"),
        ("Mapping Files", "MappingFilesImport"),
    ])
    func `the name of a module is made of words`(name: String, module: String) {
        #expect(SwiftPackage.moduleName(name) == module)
    }

    @Test func `no module has the name of a target of Mercator`() throws {
        var root = URL(filePath: #filePath)
        for _ in 1...3 { root.deleteLastPathComponent() }
        let manifest = try String(
            contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let sources = root.appending(path: "Sources")
        let targets = manifest.matches(of: /target\(\s*name: "(\w+)"/).map { String($0.1) }
            .filter { FileManager.default.fileExists(atPath: sources.appending(path: $0).path) }
        #expect(targets.contains("ObjectGraph"))
        for target in targets { #expect(SwiftPackage.moduleName(target) != target) }
    }
}
