import Foundation
import TestSupport
import Testing

@Suite("mercator import --shard", .endsInTime)
struct ImportPartTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let files = ["orders.ndjson", "customers.json", "areas.json", "notes.ndjson"]

    /// Writes orders as lines, which are most, with notes that nothing identifies, and documents to
    /// which they refer.
    private func writeShop(_ count: Int) throws {
        let orders = (0..<count).map { number in
            #"{"id": \#(number + 1000), "customerId": \#(number * 7 % 30 + 1), "total": \#(number % 90)}"#
        }
        try workshop.write(orders.joined(separator: "\n"), to: "orders.ndjson")
        let notes = (0..<count / 3).map { #"{"text": "t\#($0 % 4)", "score": \#($0 % 3)}"# }
        try workshop.write(notes.joined(separator: "\n") + "\n", to: "notes.ndjson")
        let customers = (1...30).map {
            #"{"id": \#($0), "name": "c\#($0)", "areaId": \#($0 % 5 + 1)}"#
        }
        try workshop.write("[\(customers.joined(separator: ",\n"))]", to: "customers.json")
        let areas = (1...5).map { #"{"id": \#($0), "name": "area \#($0)"}"# }
        try workshop.write("[\(areas.joined(separator: ",\n"))]", to: "areas.json")
    }

    private func words(_ files: [String], _ store: String, _ part: String? = nil) -> [String] {
        ["import"] + files + ["--into", store, "--batch", "50"]
            + (part.map { ["--shard", $0] } ?? [])
    }

    /// Returns all rows by their keys, and what the store keeps about itself.
    private func content(_ store: String) throws -> [String] {
        let tables = try workshop.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY 1", in: store)
        let objects = try tables.flatMap { view in
            let columns = try workshop.rows(
                "SELECT group_concat('quote(\"' || name || '\")', ' || ''|'' || ') FROM ("
                    + "SELECT name FROM pragma_table_info('\(view)') "
                    + "WHERE name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY 1)", in: store)[0]
            return try workshop.rows(
                "SELECT '\(view) ' || \(columns) FROM \"\(view)\" ORDER BY 1", in: store)
        }
        let rest = try [
            "SELECT description FROM mercator_connections ORDER BY 1",
            "SELECT value FROM mercator_store WHERE key = 'annotation:mapping'",
            "SELECT entity, attributes, wanted_unique FROM mercator_indexes ORDER BY 1, 2",
            "PRAGMA integrity_check",
        ].flatMap { try workshop.rows($0, in: store) }
        return objects + rest
    }

    /// Starts an import and kills it after a time, or lets it end.
    private func runAndKill(_ words: [String], after microseconds: UInt32) throws -> Bool {
        let process = Tool.process(words, in: workshop.directory)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(microseconds)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    @Test(arguments: [1, 2, 3])
    func `parts in any order, killed and repeated, give what the whole gives`(seed: UInt64) throws {
        try writeShop(900)
        let whole = try workshop.run(words(Self.files, "whole.sqlite"))
        try #require(whole.status == 0, "\(whole.errors)")
        var random = SeededGenerator(seed: seed)
        let parts = (1...4).map { "\($0)/4" }
        var killed = 0
        for part in (parts + parts).shuffled(using: &random) {
            let time = UInt32.random(in: 2_000...120_000, using: &random)
            if try runAndKill(words(Self.files, "parts.sqlite", part), after: time) { killed += 1 }
        }
        for part in parts.shuffled(using: &random) {
            let run = try workshop.run(words(Self.files, "parts.sqlite", part))
            #expect(run.status == 0, "seed \(seed): \(run.errors)")
        }
        #expect(killed > 0)
        #expect(try content("parts.sqlite") == content("whole.sqlite"), "seed \(seed)")
        for part in parts {
            let again = try workshop.run(words(Self.files, "parts.sqlite", part) + ["--json"])
            #expect(again.output.allSatisfy { !("1"..."9" ~= $0) }, "\(again.output)")
            #expect(again.errors.contains("part \(part) of 'orders.ndjson' is in the store with "))
        }
        #expect(try content("parts.sqlite") == content("whole.sqlite"))
    }

    @Test func `parts that begin at the same time agree on the mapping`() throws {
        try writeShop(600)
        try #require(try workshop.run(words(Self.files, "whole.sqlite")).status == 0)
        let processes = try (1...4).map { number in
            let errors = try Capture(in: workshop.directory)
            let process = Tool.process(
                words(Self.files, "parts.sqlite", "\(number)/4"), in: workshop.directory)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors.handle
            try process.run()
            return (process, errors)
        }
        for (process, errors) in processes {
            process.waitUntilExit()
            let text = try errors.text()
            #expect(process.terminationStatus == 0, "\(text)")
        }
        #expect(try content("parts.sqlite") == content("whole.sqlite"))
    }

    /// Orders name customers of an earlier import, which only a search in the store can connect.
    @Test func `connections with what was there before are found by the last part`() throws {
        try writeShop(300)
        for store in ["whole.sqlite", "parts.sqlite"] {
            try #require(try workshop.run(words(["customers.json"], store)).status == 0)
        }
        let whole = try workshop.run(words(["orders.ndjson"], "whole.sqlite"))
        try #require(whole.status == 0, "\(whole.errors)")
        for number in [3, 1, 2] {
            #expect(
                try workshop.rows(
                    "SELECT count(*) FROM mercator_connections WHERE description LIKE '%Order%'",
                    in: "parts.sqlite") == ["0"])
            let part = try workshop.run(words(["orders.ndjson"], "parts.sqlite", "\(number)/3"))
            #expect(part.status == 0, "\(part.errors)")
        }
        #expect(
            try workshop.rows(
                "SELECT count(*) FROM \"Order\" WHERE customer IS NULL", in: "parts.sqlite")
                == ["0"])
        #expect(try content("parts.sqlite") == content("whole.sqlite"))
    }

    @Test func `a mapping file is used by every part`() throws {
        try writeShop(300)
        try #require(
            try workshop.run("infer", "orders.ndjson", "--save", "m.json").status == 0)
        let mapping = ["--mapping", "m.json"]
        try #require(
            try workshop.run(words(["orders.ndjson"], "whole.sqlite") + mapping).status == 0)
        for number in [2, 1] {
            let run = try workshop.run(
                words(["orders.ndjson"], "parts.sqlite", "\(number)/2") + mapping)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try content("parts.sqlite") == content("whole.sqlite"))
    }

    @Test func `a part that has nothing says so`() throws {
        try writeShop(9)
        let files = ["customers.json", "areas.json"]
        let run = try workshop.run(words(files, "a.sqlite", "3/5"))
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errorLines == ["mercator: part 3/5 has nothing to import; the others have all"])
    }

    @Test(
        arguments: [
            (
                ["customers.json", "--shard", "1/2"], 1,
                "'customers.json' is one document (JSON), which cannot be cut into shards; "
                    + "write its records as lines (jq -c '.[]' FILE > FILE.ndjson), or import it "
                    + "without --shard"
            ),
            (
                ["page.xml", "--shard", "1/2"], 1,
                "'page.xml' is one document (XML), which cannot be cut into shards; divide it into "
                    + "several files, or import it without --shard"
            ),
            (
                ["-", "--part", "1/2"], 64,
                "the standard input cannot be cut into shards; write it to a file of lines"
            ),
            (
                ["a.ndjson.gz", "--shard", "1/2"], 1,
                "a.ndjson.gz: expected a payload, found one compressed with gzip; decompress it "
                    + "first: gunzip"
            ),
            (
                ["orders.ndjson", "--shard", "9/8"], 64,
                "--shard expects a number and their count, such as 3/8, found '9/8'"
            ),
        ] as [([String], Int32, String)])
    func `what has no parts is refused with a way out`(
        words: [String], status: Int32, message: String
    ) throws {
        try writeShop(9)
        try workshop.write("<a><b id=\"1\"/><b id=\"2\"/></a>", to: "page.xml")
        try Data([0x1F, 0x8B, 8, 0, 0, 0]).write(
            to: workshop.directory.appendingPathComponent("a.ndjson.gz"))
        let run = try workshop.run(["import"] + words + ["--into", "a.sqlite"])
        #expect(run.status == status)
        #expect(run.errorLines == ["mercator: \(message)"])
        #expect(try !workshop.names.contains("a.sqlite"))
    }
}
