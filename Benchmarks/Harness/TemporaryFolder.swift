import Foundation

/// A folder for the files of a run, removed when this object is released.
package final class TemporaryFolder {
    private let url: URL
    private var freshPathCounts: [String: Int] = [:]

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "mercator-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a file.
    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns a path that was not in use before, for a file, and deletes the file that the last
    /// call for the same name was for.
    ///
    /// A path is never used twice: tasks may still hold a database for a moment after its
    /// measurement has ended, and SQLite deletes the log by its path when it closes.
    package func freshPath(_ name: String) throws -> String {
        let number = freshPathCounts[name, default: 0]
        freshPathCounts[name] = number + 1
        // SQLite may be deleting the same files.
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path("\(number)-\(name)\(suffix)"))
        }
        return path("\(number + 1)-\(name)")
    }

    /// Copies a file to a fresh path, and returns the path.
    func copy(_ path: String, to name: String) throws -> String {
        let copy = try freshPath(name)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return copy
    }

    /// Returns the size of a file in bytes.
    package static func size(ofFile path: String) throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        return Int(try file.seekToEnd())
    }
}
