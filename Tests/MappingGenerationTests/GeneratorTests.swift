import Foundation
import Testing

@testable import MercatorGenerator

/// The program that the build tool plugin runs.
@Suite("The generator of the plugin")
struct GeneratorTests {
    /// Returns the diagnostics for an input with a name, whose file has a text.
    private func diagnostics(
        _ text: String, in input: String, file: String = ""
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "generator-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: input + file)
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
        let source = folder.appending(path: input).path
        do {
            return try GeneratorInput(path: source).code().warnings.map(\.description)
                .map { $0.replacing(folder.path + "/", with: "") }
        } catch {
            return Diagnostic.all(of: error, in: source).map(\.description)
                .map { $0.replacing(folder.path + "/", with: "") }
        }
    }

    private let contents = "/Shop.xcdatamodel/contents"

    private func model(_ attribute: String) -> String {
        """
        <model type="com.apple.IDECoreDataModeler.DataModel">
            <entity name="Book">
                <attribute name="pages" attributeType="\(attribute)"/>
            </entity>
        </model>
        """
    }

    @Test func `each problem of a mapping file has its line and column`() throws {
        let text = """
            {"mercator": {"mapping": 1}, "roots": [{"at": "", "entity": "Post"}],
             "entities": {"Post": {
              "attributes": {"title": {"from": "title", "tipe": "string"}},
              "relationships": {"tag": {"from": "tag", "to": "Tga"}}}}}
            """
        let found = try diagnostics(text, in: "shop.mercator.json")
        #expect(
            found.prefix(2) == [
                "shop.mercator.json:3:45: error: Post.title: unknown member 'tipe'; did you mean "
                    + "'type'?",
                "shop.mercator.json:4:21: error: Post.tag: no entity 'Tga'",
            ])
        #expect(
            try diagnostics("", in: "a.mercator.json")[0].hasPrefix("a.mercator.json:1:1: error: "))
    }

    @Test func `what a data model omits is a warning in its version`() throws {
        let found = try diagnostics(model("Integer 61"), in: "Shop.xcdatamodeld", file: contents)
        #expect(
            found == [
                "Shop.xcdatamodeld/Shop.xcdatamodel/contents:3:1: warning: attribute 'pages' of "
                    + "entity 'Book': the type 'Integer 61' is not known; did you mean "
                    + "'Integer 16'? It is left out"
            ])
        #expect(try diagnostics(model("String"), in: "Shop.xcdatamodeld", file: contents) == [])
        #expect(
            try diagnostics(model("Transformable"), in: "Shop.xcdatamodeld", file: contents) == [])
    }

    @Test func `a data model that cannot be read is an error`() throws {
        let text = model("String") + "\n</model>"
        let found = try diagnostics(text, in: "Shop.xcdatamodeld", file: contents)
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("Shop.xcdatamodeld/Shop.xcdatamodel/contents:6:1: error: "))
        let alone = try diagnostics(text, in: "Shop.xcdatamodel", file: "/contents")
        #expect(alone[0].hasPrefix("Shop.xcdatamodel/contents:6:1: error: "))
        let empty = try diagnostics("", in: "Shop.xcdatamodeld", file: "/notes")
        #expect(empty[0].hasPrefix("Shop.xcdatamodeld:1:1: error: expected a folder with versions"))
    }

    @Test func `a missing file is an error on one line`() {
        #expect(throws: (any Error).self) { try GeneratorInput(path: "/no/a.mercator.json").code() }
        let error = CocoaError(.fileReadNoSuchFile)
        let found = Diagnostic.all(of: error, in: "a.mercator.json").map(\.description)
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("a.mercator.json:1:1: error: ") && !found[0].contains("\n"))
    }
}
