import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("mercator schema", .endsInTime)
struct SchemaTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop.withStore()
    }

    @Test func `T9: Swift has the enumerations of the mapping that the store keeps`() throws {
        let notes = (0..<30).map { #"{"id": \#($0), "state": "\#(["open", "done"][$0 % 2])"}"# }
        try workshop.write("[\(notes.joined(separator: ","))]", to: "notes.json")
        let made = try workshop.run("import", "notes.json", "--into", "n.sqlite", "--enums")
        #expect(made.status == 0)
        let swift = try workshop.run("schema", "n.sqlite", "--swift").output
        #expect(swift.contains("let state = Attribute<NoteState?>()"))
        #expect(swift.contains("enum NoteState:"))
    }

    @Test func `entities, properties, connections and open keys are shown`() throws {
        let run = try workshop.run("schema", "a.sqlite")
        let open = try workshop.rows(
            "SELECT count(*) FROM Status WHERE inReplyToUserID IS NOT NULL "
                + "AND inReplyToUser IS NULL", in: "a.sqlite")[0]
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("connected by inReplyToUserID = userID"))
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains(["statusID", "integer64"]))
        #expect(
            lines.contains([
                "Status.inReplyToUser", "by", "inReplyToUserID", "=", "userID", Substring(open),
            ]))
    }

    @Test func `the same is one JSON object`() throws {
        let run = try workshop.run("schema", "a.sqlite", "--json")
        let schema = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let entities = try #require(schema["entities"] as? [[String: Any]])
        let user = try #require(entities.first { $0["entity"] as? String == "User" })
        #expect(schema["isComplete"] as? Bool == true)
        #expect(user["identifiedBy"] as? [String] == ["userID"])
        let connections = try #require(schema["connections"] as? [[String: Any]])
        #expect(connections.count == 2)
        #expect(connections.allSatisfy { $0["open"] is Int })
    }

    @Test func `the model is drawn, and written in Swift and SQL`() throws {
        let diagram = try workshop.run("schema", "a.sqlite", "--mermaid")
        #expect(diagram.output.hasPrefix("classDiagram\n"))
        #expect(diagram.output.contains("class Status"))
        let swift = try workshop.run("schema", "a.sqlite", "--swift")
        #expect(swift.output.contains("struct Status: Entity"))
        let sql = try workshop.run("schema", "a.sqlite", "--sql")
        let copy = workshop.directory.appendingPathComponent("copy.sqlite").path
        for statement in sql.output.split(separator: ";\n") {
            try SQLiteRows(copy).texts(String(statement))
        }
        let tables =
            "SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY 1, 2"
        #expect(
            try workshop.rows(tables, in: "copy.sqlite") == workshop.rows(tables, in: "a.sqlite"))
    }

    @Test func `one form is printed at a time`() throws {
        let run = try workshop.run("schema", "a.sqlite", "--json", "--sql")
        #expect(run.status == 64)
        #expect(
            run.errorLines == ["mercator: --sql and --json are different results; ask for one"])
    }

    @Test func `a file of an earlier version is shown as far as it is known`() throws {
        _ = try workshop.rows("DELETE FROM mercator_store WHERE key = 'model'", in: "a.sqlite")
        let run = try workshop.run("schema", "a.sqlite")
        #expect(run.status == 0)
        #expect(run.errors.contains("written by an earlier version"))
        #expect(run.output.contains("connected by inReplyToUserID = userID"))
    }

    @Test func `hostile names are harmless`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "x\"; DROP TABLE a; --",
                attributes: [AttributeDescription("\u{202E}<script>", .string)],
                relationships: [.toMany("日本", "x\"; DROP TABLE a; --")])
        ])
        let path = workshop.directory.appendingPathComponent("h.sqlite").path
        _ = try PersistentContainer(
            model: model, store: SQLiteStore(path, options: .init(views: .create)))
        for option in [[], ["--mermaid"], ["--sql"], ["--json"]] {
            let run = try Tool.run(["schema", "h.sqlite"] + option, in: workshop.directory)
            #expect(run.status == 0)
            #expect(option == ["--mermaid"] || !run.output.contains("\u{202E}"))
        }
    }
}
