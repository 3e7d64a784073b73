import EntityMapper
import MappingFiles
import MappingGeneration
import ObjectGraph
import Testing

/// Code that a module has beside that of other files.
@Suite("A file of Swift code")
struct SwiftFileTests {
    @Test(arguments: [
        ("shop", "Shop"), ("Library 2", "Library2"), ("my-shop_v2", "MyShopV2"), ("été", "Été"),
    ])
    func `functions have the name of the file`(name: String, words: String) throws {
        let text = try SwiftFile(TwitterExample.file, named: name).text
        #expect(
            text.contains(
                "func make\(words)Model() throws(ManagedObjectModelError) -> ManagedObjectModel {"))
        #expect(text.contains("func make\(words)Mappings() -> MappingSet {"))
        let model = try TwitterExample.file.model()
        #expect(SwiftFile(model, named: name).text.contains("func make\(words)Model()"))
    }

    @Test func `a file is that of a package in one`() throws {
        let package = try SwiftPackage(
            TwitterExample.file, named: "Twitter", dependency: .path("../Mercator"))
        let model = try #require(package.files.first { $0.path.hasSuffix("Model.swift") }).text
        let mappings = try #require(
            package.files.first { $0.path.hasSuffix("Mappings.swift") }
        ).text
        let joined = model + mappings.dropFirst("import Mercator\n".count)
        let expected = joined.replacing("makeModel", with: "makeAModel")
            .replacing("makeMappings", with: "makeAMappings")
        let first = try SwiftFile(TwitterExample.file, named: "a").text
        #expect(first == expected)
        #expect(try SwiftFile(TwitterExample.file, named: "a").text == first)
    }

    @Test func `a closure is refused by name`() throws {
        var file = TwitterExample.file
        file.mappings.update("User") { $0.didMap = MappingHook("a") { _, _ in } }
        let error = #expect(throws: SwiftPackageError.self) {
            try SwiftFile(file, named: "a")
        }
        #expect(error?.description == "'didMap' of the mapping 'User' is a closure")
    }
}
