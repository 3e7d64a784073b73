import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import TestSupport
import Testing

@Suite("The model in a database", .needsPostgres, .endsInTime)
struct StoredTests {
    private func store(_ schema: PostgresSchema, _ annotations: [String: String] = [:])
        -> PostgresStore
    {
        PostgresStore(
            schema.connectionString, options: .init(schema: schema.name, annotations: annotations))
    }

    @Test func `a store is read without knowing its model`() throws {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(store(schema))
            try fixture.insert("Tag", ["name": .string("a")])
            let found = store(schema)
            let hasStore = try found.hasStore
            #expect(hasStore)
            #expect(try found.storedModel() == fixture.model)
            #expect(try found.storedDescription().isComplete)
            let container = try PersistentContainer(model: found.storedModel(), store: found)
            #expect(try container.perform { try $0.count(FetchRequest("Tag")) } == 1)
        }
    }

    @Test func `texts are kept beside those of other names`() throws {
        try PostgresSchema.with { schema in
            _ = try StoreFixture(store(schema, ["mapping": "a", "origin": "\u{0}b"]))
            _ = try StoreFixture(store(schema, ["mapping": "c"]))
            #expect(try store(schema).annotations() == ["mapping": "c", "origin": "\u{0}b"])
        }
    }

    @Test func `a schema without a store is named, and stays as it is`() throws {
        try PostgresSchema.with { schema in
            let before = try store(schema).hasStore
            let errors = [
                storeError { _ = try store(schema).storedModel() },
                storeError { _ = try store(schema).annotations() },
                storeError { _ = try store(schema).read("SELECT 1") },
            ]
            for error in errors {
                #expect(error?.code == .cannotOpen)
                #expect(error?.message.contains("schema '\(schema.name)'") == true)
            }
            let after = try store(schema).hasStore
            #expect(!before && !after)
        }
    }
}
