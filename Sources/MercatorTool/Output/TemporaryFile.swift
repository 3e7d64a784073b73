import Foundation

/// A file in a directory of its own, so that what SQLite puts beside it goes with it.
struct TemporaryFile {
    private let directory: URL
    let path: String

    /// Makes the directory; the file is up to others.
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
