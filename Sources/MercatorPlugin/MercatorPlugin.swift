import Foundation
import PackagePlugin

/// Generates Swift code for the data models of Xcode and the mapping files of a target.
///
/// The inputs are `*.xcdatamodeld`, `*.xcdatamodel` outside of those, and `*.mercator.json`. Each
/// one becomes a Swift file in the work directory of the plugin, which is compiled with the target.
@main
struct MercatorPlugin: BuildToolPlugin {
    private static let suffixes = [".xcdatamodeld", ".xcdatamodel", ".mercator.json"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let generator = try context.tool(named: "MercatorGenerator").url
        return target.sourceFiles.map(\.url)
            .filter { input in Self.suffixes.contains { input.lastPathComponent.hasSuffix($0) } }
            .map { input in
                let name = input.lastPathComponent
                let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
                return .buildCommand(
                    displayName: "Generating Swift code for \(name)", executable: generator,
                    arguments: [input.path, output.path], inputFiles: Self.files(of: input),
                    outputFiles: [output])
            }
    }

    /// Returns an input and the files in it, whose changes require a new build.
    private static func files(of input: URL) -> [URL] {
        let inside = FileManager.default.enumerator(atPath: input.path)?.compactMap {
            $0 as? String
        }
        return [input] + (inside ?? []).sorted().map { input.appending(path: $0) }
    }
}
