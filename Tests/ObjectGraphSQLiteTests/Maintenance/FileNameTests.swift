import Foundation
import ObjectGraph
import ObjectGraphSQLite
import Testing

/// RestKit lost the files beside a store if the name of the store contained a space.
@Suite("Names of files")
struct FileNameTests {
    @Test(arguments: [
        "my store.sqlite", "Bücher 書 🗺️.sqlite", "a?mode=ro&b#c%20d.sqlite", "file:name", "100%",
        "quote's \"best\".sqlite", String(repeating: "long ", count: 40),
    ])
    func `each is a name, for stores, seeds and backups`(name: String) throws {
        let library = try Library()
        let folder = try TemporaryStore()
        let path = folder.directory.appendingPathComponent(name).path
        do {
            let store = try SQLiteStore(path).openBackend(for: library.model)
            try store.insert(library.tag, root: library.tag, [["a"]])
            try store.backUp(to: path + " copy")
            let seeded = try SQLiteStore(path + " two", options: .init(seed: path + " copy"))
                .openBackend(for: library.model)
            #expect(try seeded.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
            try store.reset()
            #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 0)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.directory.path)
        #expect(names.sorted() == [name, name + " copy", name + " two"])
    }
}
