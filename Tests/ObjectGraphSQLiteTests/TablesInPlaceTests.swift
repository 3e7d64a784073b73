import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations that need no copy")
struct TablesInPlaceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        /// The tables that are copied nevertheless.
        var copied: [String] = []
        let answers: [(String, [String])]
        let change: @Sendable (inout [EntityDescription]) -> Void
        var testDescription: String { title }

        init(
            _ title: String, copies copied: [String] = [], _ answers: [(String, [String])],
            _ change: @escaping @Sendable (inout [EntityDescription]) -> Void
        ) {
            self.title = title
            self.copied = copied
            self.answers = answers
            self.change = change
        }
    }

    static let rows: [Row] = [
        Row(
            "an attribute has another name, and a new one takes the old",
            [("SELECT headline, title FROM Post", ["One|none", "Two|none", "Three|none"])]
        ) {
            rename("title", "headline", &$0["Post"])
            $0["Post"].declaredAttributes.append(
                AttributeDescription("title", .string, defaultValue: "none"))
        },
        Row(
            "a reference has another name",
            [("SELECT author FROM Post ORDER BY _id", ["1", "1", "NULL"])]
        ) {
            $0["Post"][relationship: "writer"].renamingIdentifier = "writer"
            $0["Post"][relationship: "writer"].name = "author"
            $0["Person"][relationship: "posts"].inverse = "author"
        },
        Row(
            "an entity that others refer to has another name",
            [
                ("SELECT name FROM Human", ["Anna", "Ben"]),
                (#"SELECT "table" FROM pragma_foreign_key_list('Post')"#, ["Human"]),
                ("SELECT next FROM mercator_sequence WHERE entity = 'Human'", ["3"]),
            ]
        ) {
            $0["Post"][relationship: "writer"].destination = "Human"
            $0["Desk"][relationship: "person"].destination = "Human"
            $0["Person"].renamingIdentifier = "Person"
            $0["Person"].name = "Human"
        },
        Row(
            "both ends of links have other names",
            [
                (
                    "SELECT source, destination FROM Post_labels ORDER BY 1, position",
                    ["1|2", "1|1", "2|2"]
                ),
                (
                    #"SELECT DISTINCT "table" FROM pragma_foreign_key_list('Post_labels') ORDER BY 1"#,
                    ["Mark", "Post"]
                ),
            ]
        ) {
            $0["Post"][relationship: "labels"].destination = "Mark"
            $0["Label"].renamingIdentifier = "Label"
            $0["Label"].name = "Mark"
        },
        Row(
            "a name goes from one sub-entity to another",
            [("SELECT _id, _entity, title FROM Shape", ["1|Square|round", "2|Box|straight"])]
        ) {
            $0["Square"].renamingIdentifier = "Square"
            $0["Square"].name = "Box"
            $0["Circle"].renamingIdentifier = "Circle"
            $0["Circle"].name = "Square"
        },
        Row(
            "a name goes from one attribute to another", copies: ["Post"],
            [("SELECT headline, title FROM Post", ["One|Anna", "Two|NULL", "Three|NULL"])]
        ) {
            rename("title", "headline", &$0["Post"])
            rename("personName", "title", &$0["Post"])
        },
        Row(
            "another case", copies: ["Desk"], [("SELECT Floor FROM Desk", ["7"])]
        ) { rename("floor", "Floor", &$0["Desk"]) },
        Row(
            "the old name of an entity goes to a new one", copies: ["Mark", "Label"],
            [
                ("SELECT name FROM Mark", ["a", "b"]), ("SELECT count(*) FROM Label", ["0"]),
                (
                    #"SELECT DISTINCT "table" FROM pragma_foreign_key_list('Post_labels') ORDER BY 1"#,
                    ["Mark", "Post"]
                ),
            ]
        ) {
            $0["Post"][relationship: "labels"].destination = "Mark"
            $0["Label"].renamingIdentifier = "Label"
            $0["Label"].name = "Mark"
            $0.append(
                EntityDescription("Label", attributes: [AttributeDescription("name", .string)]))
        },
    ]

    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
    }

    @Test(arguments: rows)
    func `names change, and rows stay where they are`(row: Row) throws {
        let trace = Trace()
        let model = try MigrationModel.model(row.change)
        let store = try file.open(model, options: .init(trace: { trace.note($0) }))
        let raw = try SQLiteFile(file.path)
        for (question, answer) in row.answers {
            let found = try raw.texts(question)
            #expect(found == answer, "\(question)")
        }
        let copies = trace.statements.filter { $0.hasPrefix("ALTER TABLE \"mercator_new_") }
        let names = copies.compactMap { $0.split(separator: "\"").last.map(String.init) }
            .filter { !$0.contains("_") }
        #expect(Set(names) == Set(row.copied))
        try store.expectUse(of: model)
        try raw.expectSoundKeys()
        #expect(try raw.texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test
    func `a step adds objects to a tree in which nothing changes`() throws {
        let step = try MigrationSteps().personsToLabels()
        let store = try file.open(
            step.destination.model, options: .init(migration: .stepwise([step])))
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts("SELECT _id, name FROM Label") == ["1|a", "2|b", "3|Anna", "4|Ben"])
        #expect(try store.reserveNumbers(1, root: MigrationModel.label) == 5..<6)
        #expect(try raw.texts("SELECT years FROM Person") == ["30", "NULL"])
        try raw.expectSoundKeys()
    }
}

private func rename(_ old: String, _ new: String, _ entity: inout EntityDescription) {
    entity[attribute: old].renamingIdentifier = old
    entity[attribute: old].name = new
}
