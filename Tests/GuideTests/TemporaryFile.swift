import Foundation

/// A path in a directory of its own, which is deleted when the test ends.
final class TemporaryFile {
    private let directory: URL
    var path: String { directory.appending(path: "graph.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appending(path: "mercator-guides-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }
}
