import Foundation

/// A temporary file in its own directory, so that SQLite's auxiliary files are removed with it.
struct TemporaryFile {
    private let directory: URL
    let path: String

    /// Creates the directory, but not the file.
    init(_ name: String) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent(name).path
    }

    func remove() {
        try? FileManager.default.removeItem(at: directory)
    }
}
