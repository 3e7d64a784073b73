import EntityMapper
import Foundation
import MappingFiles
import MappingGeneration
import ObjectGraph
import Testing

/// The generated code of ``PressExample`` is compiled here: `PressModel.swift` and
/// `PressMappings.swift`.
@Suite("Generated mappings")
struct PressTests {
    @Test(arguments: ["Model", "Mappings"])
    func `the code is a file that compiles here`(name: String) throws {
        let package = try SwiftPackage(
            PressExample.file, named: "Press", dependency: .path("../Mercator"))
        let text = package.files.first { $0.path == "Sources/Press/\(name).swift" }?.text
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Press\(name).swift")
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test func `the code makes the same model and the same mappings`() throws {
        let wanted = PressExample.file.mappings
        #expect(try makeModel().entities == PressExample.file.model().entities)
        var made = makeMappings()
        #expect(made.roots == wanted.roots && made.mappings.count == wanted.mappings.count)
        for index in wanted.mappings.indices {
            // A schema struct declares one end of a pair, a model has both.
            made.mappings[index].entity = wanted.mappings[index].entity
            #expect(made.mappings[index] == wanted.mappings[index])
        }
    }
}
