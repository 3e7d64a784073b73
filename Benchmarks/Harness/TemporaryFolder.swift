import Foundation

/// A folder for the files of a run, removed when this object is released.
package final class TemporaryFolder {
    private let url: URL

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

    /// Returns the path of a file, deleting the file and SQLite's auxiliary files if they exist.
    package func freshPath(_ name: String) throws -> String {
        let path = path(name)
        for file in [path, path + "-wal", path + "-shm"]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
        return path
    }

    /// Copies a file, replacing an existing one, and returns the path of the copy.
    func copy(_ name: String, to other: String) throws -> String {
        let copy = try freshPath(other)
        try FileManager.default.copyItem(atPath: path(name), toPath: copy)
        return copy
    }

    /// Returns the size of a file in bytes.
    package func size(_ name: String) throws -> Int {
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        defer { try? file.close() }
        return Int(try file.seekToEnd())
    }
}
