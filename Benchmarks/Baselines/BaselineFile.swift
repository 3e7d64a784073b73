#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The location of a baseline.
package struct BaselineFile {
    package let path: String

    /// The folder for baselines given by name, which is not under version control.
    static let folder = ".build/benchmarks"

    /// Creates a location from a path, or from a name: a text without a slash or the
    /// suffix `.json`.
    package init(_ nameOrPath: String) {
        let isPath = nameOrPath.contains("/") || nameOrPath.hasSuffix(".json")
        path = isPath ? nameOrPath : "\(Self.folder)/\(nameOrPath).json"
    }

    /// Creates the folder, so that a long run does not fail at the end for lack of it.
    package func prepare() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw BenchmarkError("the folder '\(folder.path)' cannot be made: \(error)")
        }
    }

    /// Writes a baseline atomically, replacing an existing file.
    package func write(_ baseline: Baseline) throws {
        let text = try JSONText.encode(baseline)
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw BenchmarkError("the baseline '\(path)' cannot be written: \(error)")
        }
    }

    /// Reads a baseline.
    ///
    /// - Throws: ``BenchmarkError`` if the file is missing, is not a baseline, or has
    ///   another version.
    package func read() throws -> Baseline {
        guard FileManager.default.fileExists(atPath: path) else {
            throw BenchmarkError("there is no baseline '\(path)'; make one with --save")
        }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw BenchmarkError("the baseline '\(path)' cannot be read: \(error)")
        }
        guard let header = try? JSONText.decode(Header.self, from: data),
            header.format == Baseline.format
        else { throw BenchmarkError("'\(path)' is no baseline; --save makes one") }
        guard header.version == Baseline.version else {
            throw BenchmarkError(
                """
                the baseline '\(path)' is of version \(header.version), expected \
                \(Baseline.version); save it again
                """)
        }
        do { return try JSONText.decode(Baseline.self, from: data) } catch {
            throw BenchmarkError("the baseline '\(path)' is damaged: \(error)")
        }
    }

    /// The part to decode first, because the rest depends on the version.
    private struct Header: Decodable {
        let format: String
        let version: Int
    }
}
