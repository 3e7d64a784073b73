import Foundation
import TestSupport
import Testing

@Suite("The tour", .endsInTime)
struct TourTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test
    func `connects what arrives separately, and writes nothing the second time`() throws {
        let run = try workshop.run("tour")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty, "no progress unless a terminal shows it")
        #expect(run.output.contains("articles.json: 8 inserted"))
        #expect(
            run.output.contains(
                "Article.author: 3 foreign keys wait for 2 objects that are not here yet"))
        #expect(
            run.output.contains("authors.json: 2 inserted, 0 updated, 0 unchanged, 3 connected"))
        #expect(run.output.contains("latest.json: 1 inserted"))
        #expect(run.output.contains("all four: 0 inserted, 0 updated"))
    }

    @Test
    func `shows a connection from both ends`() throws {
        let lines = try workshop.run("tour").output.split(whereSeparator: \.isNewline)
        #expect(lines.contains { $0.contains("Why rivers bend  ") && $0.contains("Bruno Okafor") })
        #expect(lines.contains { $0.contains("Bruno Okafor   Why rivers bend; Where the ferry") })
    }

    @Test
    func `removes its temporary file, and says so`() throws {
        let run = try workshop.run("tour")
        let path = try #require(storePath(in: run.output))
        #expect(run.output.contains("--keep or --into STORE keeps it"))
        #expect(!FileManager.default.fileExists(atPath: path))
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test
    func `keeps its temporary file when asked to`() throws {
        let path = try #require(storePath(in: try workshop.run("tour", "--keep").output))
        defer {
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
            try? FileManager.default.removeItem(at: directory)
        }
        // The next process removes what others have left behind, but not this.
        _ = try workshop.run("tour")
        #expect(try SQLiteRows(path).texts("SELECT count(*) FROM Article") == ["5"])
    }

    @Test
    func `finds everything unchanged in a store it has been to`() throws {
        #expect(try workshop.run("tour", "--into", "tour.sqlite").status == 0)
        let again = try workshop.run("tour", "--into", "tour.sqlite")
        #expect(again.status == 0)
        #expect(again.output.contains("articles.json: 0 inserted, 0 updated, 8 unchanged"))
        #expect(again.output.contains("all of it is here from an earlier tour"))
        #expect(try workshop.names == ["tour.sqlite"])
        let articles = """
            SELECT title, publishedAt, Author.name, Section.name
            FROM Article JOIN Author ON author = Author._id JOIN Section ON section = Section._id
            WHERE articleID = 2
            """
        #expect(
            try workshop.rows(articles, in: "tour.sqlite")
                == ["Why rivers bend|2026-03-03 16:05:00|Bruno Okafor|Science"])
        #expect(try workshop.rows("PRAGMA foreign_key_check", in: "tour.sqlite").isEmpty)
    }

    @Test
    func `leaves a file alone that is no store`() throws {
        try workshop.write("my notes", to: "notes.txt")
        let run = try workshop.run("tour", "--into", "notes.txt")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("'notes.txt' is not a Mercator store"))
        #expect(run.output.isEmpty)
        let file = workshop.directory.appendingPathComponent("notes.txt")
        #expect(try Data(contentsOf: file) == Data("my notes".utf8))
    }

    private func storePath(in output: String) -> String? {
        output.split(whereSeparator: \.isNewline).first { $0.hasPrefix("SQLite file: ") }
            .map { String($0.dropFirst("SQLite file: ".count)) }
    }
}
