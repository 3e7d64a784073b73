import Foundation
import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// Migrations beside other programs, and what they write.
@Suite("Migrations of a database", .needsPostgres, .endsInTime)
struct DatabaseMigrationTests {
    private static func rename(
        _ entity: String, _ name: String, to other: String, _ entities: inout [EntityDescription]
    ) {
        entities[entity][attribute: name].renamingIdentifier = name
        entities[entity][attribute: name].name = other
    }

    private static func renamed() throws -> ManagedObjectModel {
        try MigrationModel.model { rename("Post", "title", to: "headline", &$0) }
    }

    /// A change that copies tables, with a value that is converted in Swift.
    private static func rebuilt() throws -> ManagedObjectModel {
        try MigrationModel.model {
            $0["Person"][attribute: "age"].type = .array
            $0["Post"][relationship: "writer"] = .toMany("writer", "Person", inverse: "posts")
        }
    }

    /// Reads three tables and writes one, until an error.
    private static func readAndWrite(
        _ fixture: StoreFixture, _ units: borrowing Mutex<Int>, _ errors: borrowing Mutex<[String]>
    ) throws {
        let requests = try ["Post", "Person", "Label"].map {
            RowRequest(entity: try fixture.entity($0))
        }
        while true {
            let reader = try fixture.backend.makeReader()
            let counts = try requests.map { try reader.rows(matching: $0).count }
            if counts[0] < 3 || counts[1] != 2 || counts[2] != 2 {
                errors.withLock { $0.append("\(counts)") }
            }
            let row = try fixture.row("Post", ["title": "new"])
            try fixture.commit { $0.inserted = [row] }
            units.withLock { $0 += 1 }
        }
    }

    @Test func `units of work see one state, and fail with the earlier model later`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let model = try MigrationModel.model()
            let fixtures = try (0..<4).map { _ in try StoreFixture(place.store(), model) }
            let errors = Mutex<[String]>([])
            let codes = Mutex<[StoreError.Code]>([])
            let units = Mutex(0)
            // Each thread has a store of its own, as a process would.
            let group = DispatchGroup()
            for fixture in fixtures {
                group.enter()
                Thread.detachNewThread {
                    do {
                        try Self.readAndWrite(fixture, units, errors)
                    } catch let error as StoreError {
                        codes.withLock { $0.append(error.code) }
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                    }
                    group.leave()
                }
            }
            while units.withLock({ $0 }) < 20, codes.withLock(\.isEmpty) {}
            _ = try place.backend(Self.rebuilt())
            group.wait()
            #expect(errors.withLock { $0 } == [])
            #expect(codes.withLock { $0 } == Array(repeating: .schemaMismatch, count: 4))
            let posts = try StoreFixture(place.store(), Self.rebuilt()).numbers("Post").count
            #expect(posts == 3 + units.withLock { $0 })
        }
    }

    @Test func `a unit of work that does not end makes a migration busy`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let early = try StoreFixture(place.store(), MigrationModel.model())
            let reader = try early.backend.makeReader()
            let posts = RowRequest(entity: try early.entity("Post"))
            #expect(try reader.rows(matching: posts).count == 3)
            let impatient = PostgresStore(
                schema.connectionString,
                options: .init(schema: schema.name, busyTimeout: .milliseconds(50)))
            let error = storeError { _ = try impatient.openBackend(for: Self.rebuilt()) }
            #expect(error?.code == .busy)
            #expect(try reader.rows(matching: posts).count == 3)
            #expect(try early.numbers("Post").count == 3)
        }
    }

    @Test(arguments: PostgresRelay.Side.allCases)
    func `a migration that is killed at any statement leaves the earlier model`(
        side: PostgresRelay.Side
    ) throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let before = try place.content(MigrationModel.model())
            let options = PostgresStore.Options(schema: schema.name)
            var (count, losses) = (0, 0)
            while true {
                relay.cut(after: count, from: side)
                let error = storeError {
                    _ = try PostgresStore(relay.connectionString, options: options)
                        .openBackend(for: Self.rebuilt())
                }
                guard relay.hasCut else {
                    #expect(error == nil)
                    break
                }
                relay.mend()
                guard error != nil else { break }
                // The answer to the last statement may be lost, behind which all is there.
                let definitions = "SELECT definition FROM mercator_schema WHERE property = 'age'"
                guard try place.query(definitions) == [["integer16"]] else { break }
                losses += 1
                if losses.isMultiple(of: 20) {
                    #expect(
                        try place.content(MigrationModel.model()).differences(from: before) == [])
                }
                count += losses < 30 ? 1 : 7
            }
            #expect(losses > 30)
            try place.backend(Self.rebuilt()).expectUse(of: Self.rebuilt())
        }
    }

    /// The files of the tables, and the number of rows that were changed in them.
    private func files(_ connection: PostgresConnection) throws -> [String] {
        try connection.texts(
            """
            SELECT pg_relation_filenode(c.oid)::text || ' ' || pg_relation_size(c.oid)
            FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace
            AND c.relkind = 'r' AND c.relname NOT LIKE 'mercator%' ORDER BY 1
            """)
    }

    private static let changes: [(String, @Sendable (inout [EntityDescription]) -> Void)] = [
        ("an attribute", { rename("Post", "title", to: "headline", &$0) }),
        (
            "an entity",
            {
                $0["Post"][relationship: "writer"].destination = "Human"
                $0["Desk"][relationship: "person"].destination = "Human"
                $0["Person"].renamingIdentifier = "Person"
                $0["Person"].name = "Human"
            }
        ),
        (
            "a relationship",
            {
                $0["Post"][relationship: "writer"].renamingIdentifier = "writer"
                $0["Post"][relationship: "writer"].name = "author"
                $0["Person"][relationship: "posts"].inverse = "author"
            }
        ),
    ]

    @Test(arguments: [0, 1, 2])
    func `another name rewrites no table`(index: Int) throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let connection = try schema.connect()
            let before = try files(connection)
            let indexes =
                "SELECT count(*) FROM pg_class WHERE relkind = 'i' "
                + "AND relnamespace = current_schema()::regnamespace"
            let count = try connection.number(indexes)
            let model = try MigrationModel.model(Self.changes[index].1)
            let store = try place.backend(model)
            #expect(try files(connection) == before, "\(Self.changes[index].0)")
            #expect(try connection.number(indexes) == count)
            try store.expectUse(of: model)
        }
    }

    /// Attributes with defaults of all types.
    private static func additions() -> [AttributeDescription] {
        let values: [(AttributeType, Value)] = [
            (.boolean, true), (.integer16, -7), (.integer64, .integer(.min)), (.double, 0.1),
            (.double, .double(.infinity)), (.string, "a'\\\"\0\u{1}ü"),
            (.data, .data([0, 1, 255])),
            (.decimal, Value(storedDecimal: "-12.50") ?? .null),
            (.uuid, Value(storedUUID: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? .null),
            (.date, Timestamp("2014-08-31T00:29:15.25Z").map(Value.date) ?? .null),
            (.array, [1, "'"]), (.dictionary, ["a": .null]), (.url, "https://example.com"),
        ]
        return values.enumerated().map { place, pair in
            AttributeDescription("new\(place)", pair.0, defaultValue: pair.1)
        }
    }

    @Test func `a new attribute with a default writes no row`() throws {
        try withPlaces { file, database in
            for place in [file, database] { try MigrationModel.fill(place.store()) }
            let (nodes, updates) = (
                "SELECT pg_relation_filenode('\"Post\"'::regclass)::bigint",
                "SELECT count(*) FROM \"Post\" WHERE xmax <> 0 OR ctid > '(0,3)'"
            )
            let before = try database.query(nodes)
            let model = try MigrationModel.model {
                $0["Post"].declaredAttributes += Self.additions()
            }
            for place in [file, database] { _ = try place.backend(model) }
            #expect(try database.query(nodes) == before)
            #expect(try database.query(updates) == [[0]])
            #expect(try database.content(model).differences(from: file.content(model)) == [])
            let defaults =
                "SELECT count(*) FROM information_schema.columns "
                + "WHERE table_schema = current_schema() AND column_default IS NOT NULL "
                + "AND column_name LIKE 'new%'"
            #expect(try database.query(defaults) == [[0]])
        }
    }

    @Test func `a new default of a sub-entity is that of its objects only`() throws {
        try withPlaces { file, database in
            let model = try MigrationModel.model {
                $0["Circle"].declaredAttributes.append(
                    AttributeDescription("color", .string, defaultValue: "red"))
            }
            for place in [file, database] {
                try MigrationModel.fill(place.store())
                _ = try place.backend(model)
            }
            #expect(try database.content(model).differences(from: file.content(model)) == [])
        }
    }

    @Test func `many that open and migrate a database at once find it migrated once`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let trace = Trace()
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do {
                    let store = try place.store(trace: { trace.note($0) })
                        .open(for: Self.renamed()).backend
                    let posts = RowRequest(entity: MigrationModel.post)
                    #expect(try store.makeReader().count(matching: posts) == 3)
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
            #expect(trace.statements.count { $0.contains("RENAME COLUMN") } == 1)
        }
    }

    @Test func `an engine without locks is only extended`() throws {
        try PostgresSchema.with { schema in
            func open(_ model: ManagedObjectModel) throws -> any StoreBackend {
                try PostgresStore(
                    schema.connectionString,
                    options: .init(schema: schema.name, engine: .portable)
                ).openBackend(for: model)
            }
            _ = try open(MigrationModel.model())
            let error = storeError { _ = try open(Self.renamed()) }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("import again") == true)
            _ = try open(MigrationModel.model { $0.append(EntityDescription("More")) })
        }
    }

    @Test func `a model that needs no other tables is recorded`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let model = try MigrationModel.model {
                $0["Person"][attribute: "age"].defaultValue = 18
            }
            _ = try place.backend(model)
            let record = "SELECT value FROM mercator_store WHERE key = 'model'"
            #expect(try place.query(record) == [[.string(model.text)]])
        }
    }
}
