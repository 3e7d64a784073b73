import Foundation
import TestSupport
import Testing

@Suite("Several processes and one file", .endsInTime)
struct SharingTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func rows(_ sql: String, _ file: URL) throws -> [String] {
        try SQLiteRows(file.path).texts(sql)
    }

    /// Returns the complete graph by identities, independent of object numbers.
    private func dump(_ file: URL) throws -> [String] {
        try rows(
            """
            SELECT 'article', a.articleID, a.title, a.authorID, u.authorID, (
              SELECT group_concat(tagID) FROM (
                SELECT tagID FROM Article_tags l JOIN Tag t ON t._id = l.destination
                WHERE l.source = a._id ORDER BY l.position))
            FROM Article a LEFT JOIN Author u ON u._id = a.author
            UNION ALL SELECT 'author', authorID, '', '', '', '' FROM Author
            UNION ALL SELECT 'tag', tagID, '', '', '', '' FROM Tag ORDER BY 1, 2
            """, file)
    }

    @Test(arguments: 0..<4)
    func `load the same in many tasks, and make single objects`(round: Int) throws {
        let alone = workshop.directory.appendingPathComponent("alone.sqlite")
        #expect(try Driver("load", alone).wait().isSuccess)
        let expected = try dump(alone)
        // 140 articles, 7 authors, 16 tags.
        #expect(expected.count == 163)
        let file = workshop.directory.appendingPathComponent("shared.sqlite")
        for _ in 0..<2 {
            let drivers = try (0..<3).map { _ in try Driver("load", file) }
            for run in try drivers.map({ try $0.wait() }) {
                #expect(run.isSuccess, "\(run.errors)")
                #expect(run.steps == ["loaded"])
            }
            #expect(try dump(file) == expected)
            #expect(try rows("PRAGMA integrity_check", file) == ["ok"])
            #expect(try rows("PRAGMA foreign_key_check", file).isEmpty)
        }
        for column in ["Article.articleID", "Author.authorID", "Tag.tagID"] {
            let (table, key) = (column.split(separator: ".")[0], column.split(separator: ".")[1])
            let sql = "SELECT count(*) - count(DISTINCT \(key)) FROM \(table)"
            #expect(try rows(sql, file) == ["0"])
        }
    }

    /// Returns the number of articles connected inconsistently with their keys, or with their path
    /// to the editor.
    private func open(_ file: URL) throws -> [String] {
        try rows(
            """
            SELECT count(*) FROM Article a LEFT JOIN Author u ON u.authorID = a.authorID
              LEFT JOIN Editor e ON e.editorID = u.editorID
            WHERE a.author IS NOT u._id OR a.editor IS NOT e._id OR u.editor IS NOT e._id
            """, file)
    }

    @Test(arguments: 0..<4)
    func `load sources and destinations at the same time, and leave nothing open`(
        round: Int
    ) throws {
        let file = workshop.directory.appendingPathComponent("crossing.sqlite")
        let scenarios = ["loadSources", "loadDestinations", "loadEnds"]
        for run in try scenarios.map({ try Driver($0, file) }).map({ try $0.wait() }) {
            #expect(run.isSuccess, "\(run.errors)")
        }
        #expect(try rows("SELECT count(*) FROM Article WHERE editor IS NOT NULL", file) == ["240"])
        #expect(try open(file) == ["0"])
    }

    @Test(arguments: stride(from: 20_000, to: 400_000, by: 40_000).map { $0 })
    func `leave to the next load what a killed one could not connect`(moment: Int) throws {
        let file = workshop.directory.appendingPathComponent("killed.sqlite")
        #expect(try Driver("loadEnds", file).wait().isSuccess)
        let killed = try Driver("loadSources", file, ["--microseconds", "\(moment)"])
        let other = try Driver("loadDestinations", file)
        _ = try killed.wait()
        #expect(try other.wait().isSuccess)
        #expect(try Driver("loadEnds", file).wait().isSuccess)
        #expect(try open(file) == ["0"])
        #expect(try rows("SELECT key FROM mercator_store WHERE key GLOB 'check:*'", file) == [])
    }
}
