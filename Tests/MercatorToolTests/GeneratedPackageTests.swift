import Foundation
import Testing

@Suite("mercator infer --swift")
struct GeneratedPackageTests {
    @Test("a package is written, and files that were changed are overwritten by force only")
    func package() throws {
        let workshop = try Workshop()
        try workshop.write(
            #"{"posts": [{"id": 1, "userId": 2}], "users": [{"id": 2}]}"#, to: "blog.json")
        let arguments = ["infer", "blog.json", "--swift", "Blog", "--mercator", "../Mercator"]
        #expect(try workshop.run(arguments).status == 0)
        #expect(try workshop.run(arguments).status == 0)

        let folder = workshop.directory.appendingPathComponent("Blog")
        let mappings = folder.appendingPathComponent("Sources/Blog/Mappings.swift")
        #expect(
            try String(contentsOf: mappings, encoding: .utf8).contains(
                "func postMapping() -> EntityMapping {"))
        try Data("// mine\n".utf8).write(to: mappings)
        let refused = try workshop.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--force overwrites"))
        #expect(try String(contentsOf: mappings, encoding: .utf8) == "// mine\n")
        #expect(try workshop.run(arguments + ["--force"]).status == 0)
        #expect(try String(contentsOf: mappings, encoding: .utf8) != "// mine\n")
        #expect(try workshop.names == ["Blog", "blog.json"])
    }
}
