import Foundation
import MappingFiles
import MappingGeneration
import XcodeDataModel

/// A data model of Xcode or a mapping file, from which code is generated.
struct GeneratorInput {
    let path: String

    /// Returns the code, and a warning for each part of a data model that it lacks.
    ///
    /// - Throws: The error of the reader or the generator; see ``Diagnostic/all(of:in:)``.
    func code() throws -> (text: String, warnings: [Diagnostic]) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent.prefix { $0 != "." }
        guard url.pathExtension.hasPrefix("xcdatamodel") else {
            let file = try MappingFile(parsing: Array(Data(contentsOf: url)))
            return (try SwiftFile(file, named: String(name)).text, [])
        }
        let version = try XcodeModel(path: path, selection: .current).current
        let warnings = version.differences.filter { $0.code == .omitted }
            .map { Diagnostic(.warning, $0.message, at: $0.location, in: path) }
        return (SwiftFile(version.model, named: String(name)).text, warnings)
    }
}
