import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Closing a file", .endsInTime)
struct ClosingTests {
    @Test(arguments: [0, 1, 3])
    func `everything is in the one file, whichever connections have read`(readers: Int) throws {
        let library = try Library()
        let file = try TemporaryStore()
        do {
            let store = try file.open(library.model)
            try store.insert(library.tag, root: library.tag, [["a"]])
            let open = try (0..<readers).map { _ in try store.makeReader() }
            for reader in open {
                #expect(try reader.count(matching: RowRequest(entity: library.tag)) == 1)
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names == ["graph.sqlite"])
    }
}
