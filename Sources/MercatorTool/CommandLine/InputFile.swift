import MappingFiles
import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file or folder given on the command line.
struct InputFile {
    let path: String

    /// Returns the file itself, or the files in the folder in order of name, without hidden files
    /// and subfolders.
    ///
    /// - Throws: ``CommandError`` if there is nothing to read.
    func pathsOfPayloads() throws -> [String] {
        guard FileLocation(path).isFolder else { return [path] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw CommandError("cannot read the folder '\(path)': permission is denied")
        }
        let paths = names.filter { !$0.hasPrefix(".") }.sorted()
            .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
            .filter { !FileLocation($0).isFolder }
        guard !paths.isEmpty else { throw CommandError("the folder '\(path)' has no payloads") }
        return paths
    }

    /// Checks that the file is readable, before a store is created for it.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requireReadable() throws {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else {
            throw CommandError("cannot read '\(path)': there is no such file")
        }
        guard !FileLocation(path).isFolder else {
            throw CommandError("cannot read '\(path)': it is not a file that can be read")
        }
        guard files.isReadableFile(atPath: path) else {
            throw CommandError("cannot read '\(path)': permission is denied")
        }
    }

    /// Returns the number of bytes of the file; 0 for a pipe.
    func size() throws -> Int { try SourceFile(path).size ?? 0 }

    /// Reads the contents of the file.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func bytes() throws -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoSuchFile: "there is no such file"
                case .fileReadNoPermission: "permission is denied"
                default: "it is not a file that can be read"
                }
            throw CommandError("cannot read '\(path)': \(reason)")
        }
    }

    /// Reads the contents of the file as a mapping file.
    ///
    /// - Throws: ``CommandError`` with every problem.
    func mappingFile() throws -> MappingFile {
        do {
            return try MappingFile(parsing: try bytes())
        } catch let error as MappingFileError {
            throw CommandError("'\(path)' is no valid mapping file:\n\(error)")
        }
    }
}
