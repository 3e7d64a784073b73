import EntityMapper
import MappingFiles
import MercatorPayload
import ModelGeneration

/// Generates the functions that import files like `mercator import`.
struct ImportCode {
    private let file: MappingFile
    /// The format of each file group, if formats differ.
    private let formats: [String: String]

    /// Creates the functions.
    ///
    /// - Parameters:
    ///   - file: The mapping file.
    ///   - formats: The format of each file group; the default is the format of the mapping file.
    init(_ file: MappingFile, formats: [String: String] = [:]) {
        self.file = file
        let known = file.groups.map { formats[$0.name] ?? file.source.format }
        self.formats = Set(known).count > 1 ? formats : [:]
    }

    var text: String {
        let imports = ["import Mercator", ""]
        let functions = file.groups.isEmpty ? importFiles : kinds + importFilesOfKinds
        return (imports + functions + [""] + makeImport + formsOfKinds + [""])
            .joined(separator: "\n")
    }

    /// The enumeration of file groups.
    private var kinds: [String] {
        let names = file.groups.map { SwiftLiteral.text($0.name) }
        return ["/// The kinds of files, which have root paths of their own."]
            + SwiftLayout.list("let kinds = ", names) + [""]
    }

    private static let head = [
        "/// Imports files into a store, which is made if it is not there.",
        "func importFiles(_ paths: [String], into store: String) throws -> [DocumentImport.Result] {",
        "    let container = try PersistentContainer(model: makeModel(), store: SQLiteStore(store))",
    ]

    private var importFiles: [String] {
        Self.head + ["    let load = try makeImport(for: container.model)"] + run(by: "load") + [
            "}"
        ]
    }

    private var importFilesOfKinds: [String] {
        Self.head
            + ["    let loads = try kinds.map { try makeImport(of: $0, for: container.model) }"]
            + run(by: "try DocumentImport.best(of: loads, forFile: path)") + ["}"]
    }

    /// Returns the statement that imports each path, with the file's name if mappings read it.
    private func run(by load: String) -> [String] {
        guard file.readsNamesOfSources else {
            let call =
                file.groups.isEmpty
                ? "try \(load).run(file: path, in: container)"
                : "\(load).run(file: path, in: container)"
            return ["    return try paths.map { path in", "        \(call)", "    }"]
        }
        return [
            "    return try zip(paths, DocumentImport.names(ofFiles: paths)).map { path, name in",
            "        var load = \(load)", "        load.metadata[\"source\"] = .string(name)",
            "        return try load.run(file: path, in: container)", "    }",
        ]
    }

    private var makeImport: [String] {
        let hasKinds = !file.groups.isEmpty
        let parameter = hasKinds ? "of kind: String, " : ""
        let argument = hasKinds ? "for: kind" : ""
        return [
            "/// Makes an import that skips values that do not fit, and tells about them.",
            "func makeImport(\(parameter)for model: ManagedObjectModel) throws -> DocumentImport {",
            "    let plan = try MappingPlan(makeMappings(\(argument)), for: model)",
        ] + SwiftLayout.call("    var load = try DocumentImport", ["plan"] + form) + [
            "    load.options.mapping.failurePolicy = .skipValue",
            "    load.options.payload.allowsTrailingComma = true",
        ] + columns + ["    return load", "}"]
    }

    /// The statements that set the column names of files with rows.
    private var columns: [String] {
        guard !file.groups.isEmpty else { return file.source.rows.map { names($0, "    ") } ?? [] }
        let cases = file.groups.flatMap { group in
            group.rows.map {
                ["    case \(SwiftLiteral.text(group.name)):"] + names($0, "        ")
            } ?? []
        }
        return cases.isEmpty ? [] : ["    switch kind {"] + cases + ["    default: break", "    }"]
    }

    private func names(_ columns: [String], _ indent: String) -> [String] {
        SwiftLayout.list("\(indent)load.columns = ", columns.map { SwiftLiteral.text($0) })
    }

    /// The argument for the form of the files.
    private var form: [String] {
        guard formats.isEmpty else { return ["form: form(of: kind)"] }
        let form = Self.form(ofFormat: file.source.format)
        return form == ".json" ? [] : ["form: \(form)"]
    }

    /// The function that returns the form of each file group, if forms differ.
    private var formsOfKinds: [String] {
        guard !formats.isEmpty else { return [] }
        let cases = file.groups.compactMap { group in
            formats[group.name].map {
                "    case \(SwiftLiteral.text(group.name)): \(Self.form(ofFormat: $0))"
            }
        }
        return [
            "", "/// The form of a kind of files.",
            "func form(of kind: String) -> DocumentImport.Form {", "    switch kind {",
        ] + cases + ["    default: \(Self.form(ofFormat: file.source.format))", "    }", "}"]
    }

    private static func form(ofFormat name: String) -> String {
        let format: String
        switch name {
        case "lines": return ".lines"
        case "xml": format = "xml"
        case "plist": format = "propertyList"
        case "form", "csv", "tsv": format = name
        default: return ".json"
        }
        return ".other({ try PayloadFormat.\(format).document(from: $0) })"
    }
}

extension MappingFile {
    /// Indicates whether a mapping reads the name of the file.
    var readsNamesOfSources: Bool {
        let paths = mappings.mappings.flatMap { mapping in
            mapping.attributeMappings.map(\.source)
        }
        return paths.contains { $0.components.first == .context(.metadata) }
    }
}
