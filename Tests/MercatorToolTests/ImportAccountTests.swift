import Foundation
import TestSupport
import Testing

/// Payloads of which an import lost rows, links or values without a word.
@Suite("mercator import: accounts", .endsInTime)
struct ImportAccountTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// A payload with the numbers of rows that it makes.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String
        let rows: [String: Int]

        var testDescription: String { name }
    }

    @Test(arguments: cases)
    func `what was lost is kept, and changes nothing again`(payload: Case) throws {
        try workshop.write(payload.json, to: "page.json")
        let first = try workshop.run("import", "page.json", "--into", "a.sqlite")
        #expect(first.status == 0, "\(first.output)\(first.errors)")
        #expect(!first.output.contains("Not kept"), "\(first.output)")
        for (table, count) in payload.rows {
            #expect(
                try workshop.rows("SELECT count(*) FROM \"\(table)\"", in: "a.sqlite")
                    == ["\(count)"], "\(table): \(first.output)")
        }
        let mapping = try workshop.mapping(in: "a.sqlite")
        for name in ["page.json", "other.json"] {
            try workshop.write(payload.json, to: name)
            let next = try workshop.run("import", name, "--into", "a.sqlite", "--start-over")
            #expect(next.status == 0, "\(next.errors)")
            let counts = try #require(
                next.output.split(separator: "\n").first { $0.hasPrefix("  all") })
            #expect(counts.split(separator: " ")[1...2] == ["0", "0"], "\(name): \(next.output)")
            #expect(try workshop.mapping(in: "a.sqlite") == mapping, "\(name)")
        }
    }

    @Test func `records without identity are announced before they are imported`() throws {
        try workshop.write(#"[{"size": 1}, {"size": 1}]"#, to: "boxes.json")
        let first = try workshop.run("import", "boxes.json", "--into", "a.sqlite")
        let note =
            "mercator: Box: identified by its position in the source, since no member identifies "
            + "it; the same records from another source will be new ones"
        #expect(first.errorLines.first == note)
        let again = try workshop.run("import", "boxes.json", "--into", "a.sqlite", "--start-over")
        #expect(!again.errorLines.contains(note))
    }

    @Test func `a possible identity is offered where records are identified by their position`()
        throws
    {
        let books = #"[{"isbn": "0-14", "pages": 1}, {"isbn": "0-15", "pages": 1}]"#
        try workshop.write(books, to: "books.json")
        let first = try workshop.run("import", "books.json", "--into", "a.sqlite")
        let note = try #require(first.errorLines.first)
        #expect(note.hasSuffix("will be new ones; possible is --id Book=isbn"), "\(note)")
        let other = ["import", "books.json", "--into", "b.sqlite", "--id", "Book=isbn"]
        #expect(!(try workshop.run(other).errors.contains("position")))
    }

    @Test func `what other records replace is told, with a status of its own`() throws {
        try workshop.write(
            """
            {"shops": [{"id": 1, "items": [{"id": 7}, {"id": 8}]}, {"id": 2, "items": [{"id": 9}]}]}
            """, to: "page.json")
        let first = try workshop.run("import", "page.json", "--into", "a.sqlite")
        #expect(first.status == 0)
        #expect(first.output.contains("Kept: 5 of 5 values, 3 of 3 links\n"))
        // A later file has another item.
        try workshop.write(#"{"shops": [{"id": 3, "items": [{"id": 10}]}]}"#, to: "b.json")
        try workshop.write(#"{"shops": [{"id": 3, "items": [{"id": 11}]}]}"#, to: "c.json")
        let run = try workshop.run(
            "import", "b.json", "c.json", "--into", "a.sqlite", "--html", "r.html")
        #expect(run.status == 3)
        #expect(run.output.contains("Kept: 4 of 4 values, 1 of 2 links\n"))
        let line = "Not kept: Shop.items, 1 of 2 links replaced by other records of the import"
        #expect(run.output.contains(line + "\n"))
        #expect(run.errors.contains("records have replaced what others say of Shop"))
        let page = try workshop.text(of: "r.html")
        #expect(page.contains("Kept are 4 of 4 values, 1 of 2 links."))
        #expect(page.contains("1 of 2 links replaced by other records of the import"))
        let json = try workshop.run(
            "import", "b.json", "c.json", "--into", "a.sqlite", "--start-over", "--json")
        #expect(json.status == 3)
        #expect(json.errors.contains(line))
    }

    @Test func `a few values that change are told, and no failure`() throws {
        let users = (1...12).map {
            #"{"id": \#($0), "by": {"login": "a", "count": 5, "city": "X"}}"#
        }
        let text =
            "[" + users.joined(separator: ",")
            + #", {"id": 13, "by": {"login": "a", "count": 6, "city": "X"}}]"#
        try workshop.write(text, to: "page.json")
        let run = try workshop.run("import", "page.json", "--into", "a.sqlite")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("By.count, 1 of 13 values replaced"), "\(run.output)")
    }

    @Test func `invalid values are not kept, and named`() throws {
        try workshop.write(
            #"[{"id": 1, "n": 5}, {"id": 2, "n": 6}, {"id": 3, "n": 7}]"#, to: "a.json")
        #expect(try workshop.run("import", "a.json", "--into", "a.sqlite").status == 0)
        try workshop.write(#"[{"id": 4, "n": "many"}, {"id": 5, "n": 6}]"#, to: "a.json")
        let run = try workshop.run("import", "a.json", "--into", "a.sqlite", "--on-type", "report")
        #expect(run.output.contains("Kept: 3 of 4 values\n"), "\(run.output)")
        #expect(run.output.contains("Not kept: A.n, 1 of 2 values invalid\n"))
    }
}

extension ImportAccountTests {
    private static func json(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func orders(_ option: (Int, String) -> [String: Any]) -> String {
        let orders = (0..<6).map { order -> [String: Any] in
            let items = [(7, "Shirt"), (8, "Hat")].map { id, name -> [String: Any] in
                var item = option(order, name)
                (item["id"], item["name"]) = (id, name)
                return item
            }
            return ["id": 100 + order, "items": items]
        }
        return json(orders)
    }

    static let cases: [Case] = [
        Case(
            name: "texts by key, of many records each",
            json: json([
                "rows": (0..<24).map { row -> [String: Any] in
                    let codes = [row % 8, (row + 3) % 8]
                    let labels = codes.map { ("\(101 + $0)", "T\($0)") }
                    return ["id": row, "labels": Dictionary(uniqueKeysWithValues: labels)]
                }
            ]), rows: ["Page": 24, "Label": 8, "Label_pages": 48]),
        Case(
            name: "keys of several maps that are elsewhere too",
            json: """
                {"tm": {"1": {"name": "T1", "pl": {"1": {"name": "a", "first": "x"}, \
                "2": {"name": "b", "first": "y"}, "3": {"name": "c", "first": "z"}}}, \
                "2": {"name": "T2", "pl": {"1": {"name": "d", "first": "u"}, \
                "2": {"name": "e", "first": "v"}, "3": {"name": "f", "first": "w"}}}}, \
                "top": {"1": {"name": "a", "first": "x"}}}
                """, rows: ["Tm": 2, "Pl": 6, "Top": 1]),
        Case(
            name: "numbers of lines in two kinds of records",
            json: json(
                ["orders", "quotes"].reduce(into: [String: Any]()) { all, kind in
                    all[kind] = (1...6).map { id -> [String: Any] in
                        let lines = [(1, 2), (2, id % 3 + 1), (3, 1)]
                        return ["id": id, "lines": lines.map { ["no": $0, "qty": $1] }]
                    }
                }), rows: ["Order": 6, "Quote": 6, "Line": 36]),
        Case(
            name: "parts of one object that differ",
            json: orders { ["options": [["option": "size", "value": "\($1)\($0)"]]] },
            rows: ["PageItem": 2, "PagePageItem": 12, "Option": 12]),
        Case(
            name: "lists of scalars of one object that differ",
            json: orders { ["chosen": ["\($1)\($0)"]] },
            rows: ["PageItem": 2, "PagePageItem": 12]),
        Case(
            name: "lists of identified objects that differ",
            json: orders { ["options": [["id": 2 * $0 + ($1 == "Hat" ? 1 : 0), "value": "v"]]] },
            rows: ["PageItem": 2, "Option": 12]),
        Case(
            name: "scalars among parts",
            json: """
                [{"id": 1, "c": ["plain", {"l": "a", "t": "x"}, 7, {"l": "b", "t": "y"}]}]
                """, rows: ["C": 2]),
        Case(
            name: "numbers as keys that the objects repeat",
            json: """
                {"tracks": {"1": {"Track ID": 1, "name": "a"}, "2": {"Track ID": 2, "name": "b"}, \
                "3": {"Track ID": 3, "name": "c"}}}
                """, rows: ["Track": 3]),
        Case(
            name: "a number among the objects of a map",
            json: json([
                "days": (0..<30).reduce(into: ["total": 5] as [String: Any]) {
                    $0["\($1)"] = ["a": $1, "b": "x\($1)"] as [String: Any]
                }
            ]), rows: ["Day": 30]),
    ]
}

extension Workshop {
    /// The text of the mapping that a store keeps.
    fileprivate func mapping(in name: String) throws -> String {
        try rows("SELECT value FROM mercator_store WHERE key LIKE '%mapping'", in: name)
            .joined()
    }
}

extension ImportAccountTests {
    @Test func `an import that is refused leaves no store that it has made`() throws {
        try workshop.write(#"[{"id": 1, "n": 5}]"#, to: "a.json")
        #expect(try workshop.run("infer", "a.json", "--save", "m.json").status == 0)
        try workshop.write(#"[{"id": 1, "n": "x"}]"#, to: "a.json")
        let refused = ["import", "a.json", "--mapping", "m.json", "--strict", "--into", "a.sqlite"]
        #expect(try workshop.run(refused).status == 1)
        #expect(try workshop.names == ["a.json", "m.json"])
        // One that was there stays.
        try workshop.write(#"[{"id": 2, "n": 6}]"#, to: "b.json")
        #expect(
            try workshop.run("import", "b.json", "--mapping", "m.json", "--into", "a.sqlite").status
                == 0)
        #expect(try workshop.run(refused).status == 1)
        #expect(try workshop.rows("SELECT count(*) FROM A", in: "a.sqlite") == ["1"])
    }

    @Test(arguments: ["diff", "explain"])
    func `a store that is not there is an error`(command: String) throws {
        try workshop.write(#"[{"id": 1}]"#, to: "a.json")
        let run = try workshop.run(command, "a.json", "--into", "missing.sqlite")
        #expect(run.status == 1)
        #expect(run.errors.contains("there is no store at 'missing.sqlite'"))
        #expect(try workshop.names == ["a.json"])
    }
}
