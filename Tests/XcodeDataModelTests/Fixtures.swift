import Foundation
import XcodeDataModel

/// The data models among the test resources, and models written in tests.
enum Fixtures {
    static let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures")

    /// Returns the path of a data model among the resources.
    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Returns the bytes of a model with the given elements, which begin in line 2.
    static func model(_ elements: String) -> [UInt8] {
        Array(
            """
            <model type="com.apple.IDECoreDataModeler.DataModel">
            \(elements)
            </model>
            """.utf8)
    }

    /// Returns a version with the given elements.
    static func version(_ elements: String) throws(XcodeModelError) -> XcodeModelVersion {
        try XcodeModelVersion("M", contents: model(elements))
    }
}

/// A folder for one test, removed when the test ends.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-xcode-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}
