import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Opening a PostgreSQL store", .needsPostgres, .endsInTime)
struct OpeningTests {
    @Test func `many that open an empty schema at once share its tables`() throws {
        try PostgresSchema.with { schema in
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 40) { index in
                do {
                    let fixture = try StoreFixture(
                        PostgresStore(
                            schema.connectionString, options: .init(schema: schema.name)))
                    try fixture.insert("Tag", ["name": .string("\(index)")])
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            #expect(try fixture.numbers("Tag").count == 40)
        }
    }

    @Test func `of many that move a checkpoint at once, one does`() throws {
        try PostgresSchema.with { schema in
            func fixture() throws -> StoreFixture {
                try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            }
            _ = try fixture()
            let fixtures = try (0..<8).map { _ in try fixture() }
            for round in 0..<10 {
                let key = MetadataKey("import \(round)", beside: try fixtures[0].entity("Tag"))
                let moved = Mutex<[String]>([])
                DispatchQueue.concurrentPerform(iterations: fixtures.count) { index in
                    let result = storeError {
                        try fixtures[index].commit {
                            $0.metadata = [.init(key, from: nil, to: "\(index)")]
                        }
                    }
                    moved.withLock { $0.append(result?.code.description ?? "moved") }
                }
                let outcomes = moved.withLock { $0 }
                #expect(outcomes.count { $0 == "moved" } == 1)
                #expect(outcomes.count { $0 == "conflict" } == fixtures.count - 1)
            }
        }
    }

    /// A type that is stored in the same form elsewhere can have a column of another type here.
    @Test(arguments: [
        (AttributeType.uuid, Value(storedUUID: "6f9619ff-8b86-d011-b42d-00c04fc964ff")),
        (.decimal, Value(storedDecimal: "12.5")), (.url, .string("https://example.com/a")),
    ])
    func `a stored value becomes the text that it is in a file`(
        type: AttributeType, value: Value?
    ) throws {
        try PostgresSchema.with { schema in
            func container(_ type: AttributeType) throws -> PersistentContainer {
                let model = try ManagedObjectModel([
                    EntityDescription("Item", attributes: [AttributeDescription("code", type)])
                ])
                return try PersistentContainer(
                    model: model,
                    store: PostgresStore(
                        schema.connectionString, options: .init(schema: schema.name)))
            }
            try container(type).perform { context in
                context.insert("Item")["code"] = try #require(value)
                try context.save()
            }
            let found = try container(.string).perform { context in
                try context.fetch(FetchRequest("Item")).map { $0["code"] }
            }
            #expect(found == [type == .url ? value : value?.storedText.map(Value.string)])
        }
    }

    /// Calls a closure with a role that has no rights.
    private func withRole(
        _ body: (PostgresSchema, PostgresConnection, String) throws -> Void
    ) throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect()
            try connection.execute("CREATE ROLE \(schema.name) LOGIN")
            defer {
                try? connection.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            try body(
                schema, connection,
                schema.connectionString.replacing("user=mercator", with: "user=\(schema.name)"))
        }
    }

    @Test(arguments: [nil, "", "USAGE"])
    func `without the right to create, opening says what to grant`(right: String?) throws {
        try withRole { schema, connection, text in
            let name = "\"\(schema.name)\""
            if let right {
                try connection.execute("CREATE SCHEMA \(name)")
                if right != "" {
                    try connection.execute("GRANT \(right) ON SCHEMA \(name) TO \(schema.name)")
                }
            }
            let error = try #require(
                storeError {
                    _ = try StoreFixture(
                        PostgresStore(text, options: .init(schema: schema.name)))
                })
            #expect(error.code == .denied, "\(error)")
            #expect(error.message.contains("GRANT"), "\(error)")
            #expect(
                try connection.number(
                    "SELECT count(*) FROM pg_class WHERE relname = 'mercator_schema' "
                        + "AND relnamespace = to_regnamespace('\(schema.name)')") == 0)
        }
    }

    @Test func `a role that may only read reads everything`() throws {
        try withRole { schema, connection, text in
            let owner = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            let row = try owner.insert("Tag", ["name": "Äpfel"])
            let name = "\"\(schema.name)\""
            try connection.execute(
                "GRANT USAGE ON SCHEMA \(name) TO \(schema.name); "
                    + "GRANT SELECT ON ALL TABLES IN SCHEMA \(name) TO \(schema.name)")
            let fixture = try StoreFixture(
                PostgresStore(text, options: .init(schema: schema.name, isReadOnly: true)))
            let predicate = try EntityPredicate(format: "name CONTAINS[cd] 'APF'")
            #expect(try fixture.numbers("Tag", predicate) == [row.number])
            #expect(
                storeError { try fixture.commit { $0.deleted = [fixture.deletion(row)] } }?.code
                    == .readOnly)
            let writing = storeError {
                let fixture = try StoreFixture(
                    PostgresStore(text, options: .init(schema: schema.name)))
                try fixture.commit { $0.deleted = [fixture.deletion(row)] }
            }
            #expect(writing?.code == .denied)
        }
    }

    @Test(arguments: ["a b", "a\"b", "Ä😀", "a\\b", "a'b", "$1", "select"], [true, false])
    func `any name of a schema works, with any rules of quotation`(
        name: String, prepares: Bool
    ) throws {
        try PostgresSchema.with { schema in
            let name = schema.name + name
            let connection = try schema.connect { $0.schema = name }
            defer {
                let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
                try? connection.execute("DROP SCHEMA \(quoted) CASCADE")
            }
            let text = schema.connectionString + " options='-c standard_conforming_strings=off'"
            let fixture = try StoreFixture(
                PostgresStore(
                    text, options: .init(schema: name, preparesStatements: prepares)))
            let row = try fixture.insert("Tag", ["name": #"a\'b"#])
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [[#"a\'b"#]]) == [row.number])
        }
    }

    @Test(arguments: [String(repeating: "x", count: 64), "", "a\0b"])
    func `a name that the server would cut is refused`(name: String) throws {
        let error = storeError {
            _ = try StoreFixture(PostgresStore("host=/nowhere", options: .init(schema: name)))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("1 to 63 bytes") == true)
    }

    @Test func `a store that was extended meanwhile is refused`() throws {
        try PostgresSchema.with { schema in
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            func model(_ names: [String]) throws -> ManagedObjectModel {
                try ManagedObjectModel([
                    EntityDescription(
                        "Tag", attributes: names.map { AttributeDescription($0, .string) })
                ])
            }
            let early = try store.openBackend(for: model(["name"]))
            let request = RowRequest(entity: 0)
            #expect(try early.makeReader().rows(matching: request).isEmpty)
            _ = try store.openBackend(for: model(["name", "note"]))
            let reading = storeError { _ = try early.makeReader().rows(matching: request) }
            #expect(reading?.code == .schemaMismatch)
            var changes = ChangeSet()
            changes.inserted = [
                StoredRow(number: 1, entity: 0, version: 1, row: Row(["a"]))
            ]
            #expect(storeError { try early.commit(changes) }?.code == .schemaMismatch)
        }
    }

    /// Names that are words or signs of SQL, and two that are equal in what a server keeps of them.
    private static let names = [
        "Select", "A\"b", "X'", "T$1", "Ü😀", String(repeating: "L", count: 80),
        String(repeating: "L", count: 79) + "M", "Pg_class", "Order",
    ]

    @Test func `any name of an entity works, also at the next opening`() throws {
        let model = try ManagedObjectModel(
            Self.names.map { name in
                EntityDescription(
                    name, attributes: Self.names.map { AttributeDescription($0, .string) })
            })
        try PostgresSchema.with { schema in
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            for round in 0..<2 {
                let container = try PersistentContainer(model: model, store: store)
                try container.perform { context in
                    for name in Self.names {
                        let objects = try context.fetch(FetchRequest(name))
                        #expect(objects.count == round)
                        for object in objects {
                            for name in Self.names { #expect(object[name] == .string(name)) }
                        }
                        let new = context.insert(name)
                        for name in Self.names { new[name] = .string(name) }
                    }
                    try context.save()
                }
            }
        }
    }
}
