#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a baseline is kept.
package struct BaselineFile {
    package let path: String

    /// The folder of baselines that have a name only; no tool takes it into a repository.
    static let folder = ".build/benchmarks"

    /// Takes a path, or a name: a text without a slash that does not end in `.json`.
    package init(_ nameOrPath: String) {
        let isPath = nameOrPath.contains("/") || nameOrPath.hasSuffix(".json")
        path = isPath ? nameOrPath : "\(Self.folder)/\(nameOrPath).json"
    }

    /// Makes the folder, so that a run of many minutes does not end without a place for it.
    package func prepare() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw BenchmarkError("the folder '\(folder.path)' cannot be made: \(error)")
        }
    }

    /// Writes over whatever is there, at once or not at all.
    package func write(_ baseline: Baseline) throws {
        let text = try JSONText.encode(baseline)
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw BenchmarkError("the baseline '\(path)' cannot be written: \(error)")
        }
    }

    /// Reads what ``write(_:)`` has written.
    ///
    /// - Throws: ``BenchmarkError`` for a file that is missing, that is no baseline, or that is one
    ///   of another version.
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

    /// What is read first, since everything else depends on the version.
    private struct Header: Decodable {
        let format: String
        let version: Int
    }
}
