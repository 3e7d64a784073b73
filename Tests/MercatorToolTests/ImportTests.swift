import Foundation
import TestSupport
import Testing

@Suite("mercator import", .endsInTime)
struct ImportTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func article(_ id: Int) -> String {
        #"{"id": \#(id), "title": "No. \#(id)", "author": {"id": \#(id % 3), "name": "A"}, "#
            + #""tags": [{"id": 1, "name": "t"}], "comment_ids": [4, 5]}"#
    }

    private func lines(_ range: Range<Int>) -> String {
        range.map { article($0) + "\n" }.joined()
    }

    @Test func `lines become rows, with plain lines of progress where no terminal is`() throws {
        try workshop.write(lines(0..<50), to: "a.ndjson")
        let run = try workshop.run("import", "a.ndjson", "--into", "a.sqlite", "--batch", "10")
        #expect(run.status == 0)
        #expect(run.output.contains("Records: 50 in 5 batches"))
        #expect(run.output.contains("SQLite file: a.sqlite"))
        #expect(run.errorLines.allSatisfy { $0.contains(" records, ") && $0.contains(" %") })
        #expect((1...6).contains(run.errorLines.count), "\(run.errors)")
        #expect(!run.errors.contains("\u{1B}"))
        #expect(try workshop.names == ["a.ndjson", "a.sqlite"])
        #expect(
            try workshop.rows("SELECT count(*), count(author) FROM Article", in: "a.sqlite")
                == ["50|50"])
    }

    @Test func `an array is found by its path`() throws {
        try workshop.write(
            #"{"n": 1, "data": {"items": [\#(article(1)), \#(article(2))]}}"#, to: "a.json")
        let run = try workshop.run(
            "import", "a.json", "--array", "data.items", "--into", "a.sqlite", "--json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""Article": {"inserted": 2, "#))
    }

    @Test func `a failure is reported with its location, and the import resumes after the repair`()
        throws
    {
        try workshop.write(lines(0..<15) + "{\n" + lines(15..<20), to: "a.ndjson")
        let first = try workshop.run(
            "import", "a.ndjson", "--into", "a.sqlite", "--batch", "10", "--strict")
        #expect(first.status == 1)
        #expect(first.errorLines.last?.contains("at [15] (line 16, column 2)") == true)
        #expect(try workshop.rows("SELECT count(*) FROM Article", in: "a.sqlite") == ["15"])
        try workshop.write(lines(0..<20), to: "a.ndjson")
        let second = try workshop.run("import", "a.ndjson", "--into", "a.sqlite")
        #expect(second.status == 0)
        #expect(second.errorLines.first == "mercator: going on behind 15 records")
        #expect(second.output.contains("Records: 20 in 3 batches"))
        #expect(try workshop.rows("SELECT count(*) FROM Article", in: "a.sqlite") == ["20"])
    }

    @Test func `an import that has finished says so when it is begun again`() throws {
        try workshop.write(lines(0..<5), to: "a.ndjson")
        let first = try workshop.run("import", "a.ndjson", "--into", "a.sqlite")
        #expect(first.status == 0)
        #expect(!first.errors.contains("has finished"))
        let again = try workshop.run("import", "a.ndjson", "--into", "a.sqlite")
        #expect(again.status == 0)
        #expect(
            again.errorLines.first?.contains("has finished, with 5 records") == true,
            "\(again.errors)")
        #expect(try workshop.rows("SELECT count(*) FROM Article", in: "a.sqlite") == ["5"])
    }

    @Test func `another file is refused until it may start over`() throws {
        try workshop.write(lines(0..<5) + "{", to: "a.ndjson")
        let first = try workshop.run("import", "a.ndjson", "--into", "a.sqlite", "--strict")
        #expect(first.status == 1)
        try workshop.write(lines(7..<9), to: "a.ndjson")
        let refused = try workshop.run("import", "a.ndjson", "--into", "a.sqlite")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("its first bytes differ"))
        let again = try workshop.run("import", "a.ndjson", "--into", "a.sqlite", "--start-over")
        #expect(again.status == 0)
        #expect(try workshop.rows("SELECT count(*) FROM Article", in: "a.sqlite") == ["7"])
    }

    @Test(arguments: [
        (["none.ndjson"], "cannot read 'none.ndjson': there is no such file"),
        (["a.ndjson", "--batch", "many"], "--batch expects a number of records, found 'many'"),
        (["a.ndjson", "--array", "a.@count"], "expected a path of keys to the array"),
        (["a.ndjson", "--array", "a..b"], "a..b"),
    ])
    func `what cannot work leaves no store`(words: [String], message: String) throws {
        try workshop.write("", to: "a.ndjson")
        let run = try Tool.run(["import"] + words + ["--into", "a.sqlite"], in: workshop.directory)
        #expect(run.status == 1)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try !workshop.names.contains("a.sqlite"))
    }
}
