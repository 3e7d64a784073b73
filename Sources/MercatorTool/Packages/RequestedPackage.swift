import MappingFiles
import MappingGeneration
import MappingInference
import Mercator

/// The Swift package that a command line asks for.
struct RequestedPackage {
    static let options: [CommandSyntax.Option] = [
        .init(
            name: "--swift", valueName: "FOLDER",
            help: "Write a Swift package: the model, the mappings, and the server if one is known."),
        .init(name: "--force", help: "With --swift: replace files that were changed since."),
        .init(
            name: "--mercator", valueName: "PATH_OR_URL",
            help: "With --swift: where the package finds Mercator."),
    ]

    private let folder: String
    private let isForced: Bool
    private let mercator: SwiftPackage.Dependency

    /// Reads the options; `nil` without `--swift`.
    init?(_ arguments: Arguments) {
        guard let folder = arguments.value(of: "--swift") else { return nil }
        self.folder = folder
        isForced = arguments.has("--force")
        mercator = PackageLocation.dependency(arguments.value(of: "--mercator"))
    }

    /// The name of the package, which a module can have.
    var name: String {
        SwiftPackage.moduleName(folder.split(separator: "/").last.map(String.init) ?? "Mappings")
    }

    /// Writes the package, and prints how to run it.
    ///
    /// - Parameters:
    ///   - file: The model and the mappings.
    ///   - inferred: The inference of the mappings, if there was one.
    ///   - server: The server to load from; `nil` for a program that only imports files.
    ///   - console: The console for the note.
    /// - Throws: ``SwiftPackageError``.
    func write(
        _ file: MappingFile, _ inferred: InferredMapping?, from server: PackageServer?,
        _ console: Console
    ) throws {
        let sources = inferred?.sources ?? []
        let package = try SwiftPackage(
            file, named: name, dependency: mercator,
            sources: sources.filter { $0.format != OpenAPIDescription.format },
            decisions: inferred?.decisions ?? [], server: server)
        try package.write(to: folder, force: isForced)
        let location =
            switch mercator {
            case .path(let path): "in '\(path)'"
            case .url(let url, _): "at '\(url)'"
            }
        let variables = server?.variables ?? []
        let setting = variables.isEmpty ? "" : "set \(variables.joined(separator: ", ")), and "
        console.note(
            "the package in '\(folder)' expects Mercator \(location), see --mercator; \(setting)"
                + "run it with: swift run --package-path \(folder) \(package.name) "
                + (server == nil ? "PAYLOAD… STORE" : "STORE"))
    }
}
