import Foundation
import TestSupport
import Testing

/// A random payload, divided into pages at random and imported in random order.
@Suite("mercator import, pages in any order", .endsInTime)
struct ImportPagesTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func user(_ id: Int, _ random: inout SeededGenerator) -> String {
        let age = random.chance(0.5) ? #", "age": \#(Int.random(in: 20...60, using: &random))"# : ""
        return #"{"id": \#(id), "name": "u\#(id)"\#(age)}"#
    }

    private func post(_ id: Int, _ random: inout SeededGenerator) -> String {
        let tags = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            // A tag of several posts that has one post in each page is told in the guide.
            let tag = id * 10 + Int.random(in: 1...6, using: &random)
            return #"{"id": \#(tag), "label": "t\#(tag)"}"#
        }
        let score = random.chance(0.3) ? "2.5" : "3"
        let extra = random.chance(0.3) ? #", "extra\#(id % 3)": true"# : ""
        return #"{"id": \#(1000 + id * 13), "title": "p\#(id)", "score": \#(score), "#
            + #""userId": \#(Int.random(in: 1...12, using: &random)), "#
            + #""tags": [\#(tags.joined(separator: ", "))]\#(extra)}"#
    }

    private func comment(_ id: Int, _ random: inout SeededGenerator) -> String {
        let post = 1000 + Int.random(in: 0..<15, using: &random) * 13
        return #"{"id": \#(500 + id * 3), "postId": \#(post), "body": "c\#(id)"}"#
    }

    @Test func `corrections of what a store has decided before are told to have no effect`() throws
    {
        try workshop.write(#"{"posts": [{"id": 1, "userId": 2, "n": 3}]}"#, to: "a.json")
        try workshop.write(#"{"posts": [{"id": 2, "userId": 2, "m": 3, "n": 4}]}"#, to: "b.json")
        let kept = ["--entity", "posts[]=Article", "--rename", "Article.n=count"]
        let first = try workshop.run(["import", "a.json", "--into", "a.sqlite"] + kept)
        #expect(first.status == 0)
        // The same flags again ask for nothing else.
        let same = try workshop.run(["import", "b.json", "--into", "a.sqlite"] + kept)
        #expect(same.status == 0)
        #expect(!same.errors.contains("stays"), "\(same.errors)")
        let end = " stays, as decided before; to decide otherwise, import into another file"
        for (words, note) in [
            (["--entity", "posts[]=Note"], "--entity posts[]=Note: 'Article'"),
            (
                ["--type", "Article.count=boolean"],
                "--type Article.count=boolean: integer64"
            ),
            (["--rename", "Article.m=mass"], "--rename Article.m=mass: 'm'"),
            (["--drop", "posts[].m"], "--drop posts[].m: 'Article.m'"),
        ] {
            let run = try workshop.run(["import", "b.json", "--into", "a.sqlite"] + words)
            #expect(run.status == 0)
            #expect(run.errorLines.contains("mercator: \(note)\(end)"), "\(run.errors)")
            #expect(!run.output.contains("Left out"))
        }
    }

    /// Returns a document with some records of each collection.
    private func page(_ records: [(collection: String, text: String)]) -> String {
        let collections = Dictionary(grouping: records, by: \.collection)
        let members = collections.keys.sorted().map { name in
            let texts = (collections[name] ?? []).map(\.text)
            return #""\#(name)": [\#(texts.joined(separator: ", "))]"#
        }
        return "{\(members.joined(separator: ", "))}"
    }

    /// The rows of all entities as values and keys of what they are connected with.
    private func content(of store: String) throws -> [String] {
        let views = try workshop.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY 1", in: store)
        return try views.flatMap { view -> [String] in
            let columns = try workshop.rows(
                "SELECT name FROM pragma_table_info('\(view)') ORDER BY 1", in: store
            ).filter { $0 != "_id" && !$0.hasSuffix("_position") }
            let names = columns.map { #""\#($0)""# }.joined(separator: ", ")
            let rows = try workshop.rows("SELECT \(names) FROM \"\(view)\"", in: store)
            return ["\(view): \(columns.joined(separator: ", "))"] + rows.sorted()
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `any division and any order give the graph of one import`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var records = (1...12).map { ("users", user($0, &random)) }
        records += (0..<15).map { ("posts", post($0, &random)) }
        records += (0..<30).map { ("comments", comment($0, &random)) }
        try workshop.write(page(records), to: "all.json")
        #expect(try workshop.run("import", "all.json", "--into", "all.sqlite").status == 0)
        // Each page has a few records of one or two collections.
        var pages: [String] = []
        var rest = records.shuffled(using: &random)
        if seed.isMultiple(of: 2) { rest = records }
        while !rest.isEmpty {
            let count = Int.random(in: 12...25, using: &random)
            pages.append(page(Array(rest.prefix(count))))
            rest.removeFirst(min(count, rest.count))
        }
        for (number, text) in pages.shuffled(using: &random).enumerated() {
            try workshop.write(text, to: "page\(number).json")
            let run = try workshop.run("import", "page\(number).json", "--into", "pages.sqlite")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try content(of: "pages.sqlite") == content(of: "all.sqlite"), "\(random)")
        for number in pages.indices {
            let run = try workshop.run(
                "import", "page\(number).json", "--into", "pages.sqlite", "--start-over", "--json")
            #expect(!run.output.contains(#""inserted": 1"#) && run.status == 0)
            #expect(
                run.output.components(separatedBy: #""inserted": 0, "updated": 0"#).count
                    == run.output.components(separatedBy: #""inserted""#).count, "\(run.output)")
        }
    }
}
