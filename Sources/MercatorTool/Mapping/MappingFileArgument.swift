import MappingFiles
import Mercator

/// A mapping file given on the command line.
struct MappingFileArgument {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Reads the mapping file.
    ///
    /// - Throws: ``CommandError`` with every problem.
    func file() throws -> MappingFile {
        do {
            return try MappingFile(parsing: try InputFile(path: path).bytes())
        } catch let error as MappingFileError {
            throw CommandError("'\(path)' is no valid mapping file:\n\(error)")
        }
    }
}
