import Foundation
import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import StreamingImport
import TestSupport
import Testing

@Suite("Payloads in PostgreSQL", .needsPostgres, .endsInTime)
struct ImportTests {
    /// A server of its own, since the log has the changes of all databases.
    @Test("the same page again writes no version of a row, and nothing into the log")
    func again() throws {
        let settings = ["wal_level = minimal", "max_wal_senders = 0", "checkpoint_timeout = 1h"]
        try PostgresTestServer.with(settings: settings) { server in
            let watcher = try PostgresConnection(
                ConnectionOptions(server.connectionString), PostgresSettings())
            func state() throws -> [String] {
                try watcher.texts("SELECT pg_current_wal_insert_lsn()::text") + versions(watcher)
            }
            let store = PostgresStore(server.connectionString)
            let container = try PersistentContainer(model: Pages.model(), store: store)
            let operation = MappingOperation(try Pages.plan(container.model))
            var pages = Pages(SeededGenerator(seed: 1))
            let page = pages.page(of: Array(100..<120))
            let first = try operation.run(page.utf8, in: container).total
            try runImport(into: store)
            let before = try state()
            let again = try operation.run(page.utf8, in: container).total
            #expect(again.unchanged == first.inserted)
            #expect(first.inserted > 20)
            #expect(try state() == before)
            try runImport(into: store)
            #expect(try state() == before, "a container that is opened for it")
            try container.perform { context in
                context.insert("Tag")["name"] = "new"
                try context.save()
            }
            #expect(try state() != before)
        }
    }

    /// Returns the tables of the store with the places and transactions of their rows.
    private func versions(_ connection: PostgresConnection) throws -> [String] {
        let schema = connection.settings.schema
        let tables = try connection.query(
            "SELECT tablename FROM pg_tables WHERE schemaname = '\(schema)' ORDER BY 1"
        ).map { $0.text(0) }
        return try tables.flatMap { table in
            [table]
                + (try connection.query(
                    "SELECT ctid || ' ' || xmin FROM \"\(table)\" ORDER BY ctid"
                ).map { $0.text(0) })
        }
    }

    @Test("numbers with other zeros at the end identify one object")
    func decimals() throws {
        let item = EntityDescription("Item", attributes: [AttributeDescription("code", .decimal)])
        let model = try ManagedObjectModel([item])
        var mapping = EntityMapping(for: item)
        mapping.identificationAttributes = ["code"]
        mapping.addAttributeMappings(["code": "code"])
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Item"]), for: model)
        try withStore { store in
            let container = try PersistentContainer(model: model, store: store)
            for payload in [
                #"[{"code": 1.0}, {"code": 1.00}]"#, #"[{"code": 1}, {"code": "1.000"}]"#,
            ] {
                _ = try MappingOperation(plan).run(payload.utf8, in: container)
                #expect(try container.perform { try $0.count(FetchRequest("Item")) } == 1)
            }
        }
    }

    @Test("zero over minus zero changes nothing")
    func zeros() throws {
        let item = EntityDescription(
            "Item",
            attributes: [
                AttributeDescription("id", .integer64), AttributeDescription("size", .double),
            ])
        let model = try ManagedObjectModel([item])
        var mapping = EntityMapping(for: item)
        mapping.identificationAttributes = ["id"]
        mapping.addAttributeMappings(["id": "id", "size": "size"])
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Item"]), for: model)
        try withStore { store in
            let container = try PersistentContainer(model: model, store: store)
            for (payload, inserted) in [
                (#"{"id": 1, "size": -0.0}"#, 1), (#"{"id": 1, "size": 0}"#, 0),
                (#"{"id": 1, "size": -0.0}"#, 0),
            ] {
                let counts = try MappingOperation(plan).run(payload.utf8, in: container).total
                #expect(counts.inserted == inserted)
                #expect(counts.unchanged == 1 - inserted)
            }
        }
    }

    @Test("a first import makes statistics")
    func statistics() throws {
        try PostgresSchema.with { schema in
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            try runImport(into: store)
            #expect(try rowCounts(schema) == ["Article": 40, "Article_tags": 40, "Tag": 4])
        }
    }

    @Test("without the right to make statistics, an import fails for nothing")
    func deniedStatistics() throws {
        try PostgresSchema.with { schema in
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            _ = try PersistentContainer(model: Pages.model(), store: store)
            let (connection, name) = (try schema.connect(), schema.name)
            try connection.execute(
                "CREATE ROLE \(name) LOGIN; GRANT USAGE ON SCHEMA \(name) TO \(name); "
                    + "GRANT ALL ON ALL TABLES IN SCHEMA \(name) TO \(name); "
                    + "GRANT ALL ON ALL SEQUENCES IN SCHEMA \(name) TO \(name)")
            defer { try? connection.execute("DROP OWNED BY \(name); DROP ROLE \(name)") }
            let text = schema.connectionString.replacing("user=mercator", with: "user=\(name)")
            // Loads make an index, which only the owner of a table can.
            try runImport(into: store, records: 1)
            try connection.execute("UPDATE pg_class SET reltuples = -1 WHERE relname = 'Article'")
            try runImport(into: PostgresStore(text, options: .init(schema: name)))
            #expect(try rowCounts(schema)["Article"] == nil)
        }
    }

    /// Imports articles with tags in several batches.
    private func runImport(into store: PostgresStore, records: Int = 40) throws {
        let model = try Pages.model()
        let container = try PersistentContainer(model: model, store: store)
        let articles = (0..<records).map { #"{"id": \#($0), "tags": ["t\#($0 % 4)"]}"# }
        let text = #"{"articles": [\#(articles.joined(separator: ", "))]}"#
        var operation = try ImportOperation(
            Pages.plan(model), mapping: "Article", format: .array(at: "articles"))
        operation.options.batchRecords = 16
        let result = try operation.run([Array(text.utf8)], in: container)
        #expect(result.records == records)
    }

    /// Returns the numbers of rows for which the server plans, of the tables with statistics.
    private func rowCounts(_ schema: PostgresSchema) throws -> [String: Int64] {
        let counts = try schema.connect().query(
            "SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r' AND reltuples > 0 "
                + "AND relnamespace = to_regnamespace('\(schema.name)') "
                + "AND relname NOT LIKE 'mercator%'"
        ).map { ($0.text(0), $0.integer(1)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}
