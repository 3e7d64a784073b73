import Foundation

/// A folder for the files of a run, which goes away with this object.
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

    /// The path of a file.
    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// The path of a file that is not there, nor anything that SQLite puts beside it.
    package func freshPath(_ name: String) throws -> String {
        let path = path(name)
        for file in [path, path + "-wal", path + "-shm"]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
        return path
    }

    /// Copies a file over whatever is there, and gives the path of the copy.
    func copy(_ name: String, to other: String) throws -> String {
        let copy = try freshPath(other)
        try FileManager.default.copyItem(atPath: path(name), toPath: copy)
        return copy
    }

    /// How many bytes a file has.
    package func size(_ name: String) throws -> Int {
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        defer { try? file.close() }
        return Int(try file.seekToEnd())
    }
}
