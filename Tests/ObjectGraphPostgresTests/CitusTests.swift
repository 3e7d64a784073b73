import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import TestSupport
import Testing

/// The tables of a store as reference tables on three nodes.
@Suite("Citus", .needsCitus, .endsInTime)
struct CitusTests {
    private func withStore(
        _ options: PostgresStore.Options = .init(), _ body: (PostgresStore) throws -> Void
    ) throws {
        try PostgresSchema.with(on: CitusCluster.shared().connectionString) { schema in
            var options = options
            options.schema = schema.name
            try body(PostgresStore(schema.connectionString, options: options))
        }
    }

    /// Every fourth check of the contract, or all of them, without those of an engine that joins
    /// temporary tables.
    private static let checks = StoreContract.checks.enumerated()
        .filter { $0.offset % TestTier.pick(gate: 4, long: 1) == 0 }.map(\.element)
        .filter { check in !StoreContract.connectingChecks.contains { $0.name == check.name } }

    @Test func `connections are left to contexts`() throws {
        try withStore { store in
            let backend = try store.openBackend(for: ContractModel.make())
            #expect(try backend.connect([], registering: ChangeSet()) == nil)
        }
    }

    @Test("it keeps the contract of stores:", arguments: Self.checks)
    func contract(check: StoreContractCheck) throws {
        try withStore { try check.run($0) }
    }

    @Test func `random questions have the same answers as in memory`() throws {
        for seed in TestTier.pick(gate: 1...1, long: 1...6) as ClosedRange<UInt64> {
            try withStore { try PredicateAgreement.check(InMemoryStore(), $0, seed: seed) }
            try withStore(.init(engine: .portable)) {
                try PredicateAgreement.check(InMemoryStore(), $0, seed: seed)
            }
        }
    }

    @Test func `each node has a copy of what was saved`() throws {
        let cluster = try CitusCluster.shared()
        try PostgresSchema.with(on: cluster.connectionString) { schema in
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            try fixture.insert("Tag", ["name": "a"])
            try fixture.insert("Tag", ["name": "b"])
            for node in cluster.nodes {
                let connection = try PostgresConnection(
                    ConnectionOptions(node.connectionString), schema.settings)
                let names = try connection.texts(#"SELECT name FROM "Tag" ORDER BY 1"#)
                #expect(names == ["a", "b"])
            }
        }
    }

    @Test func `searches find what they find in memory, without an index`() throws {
        let cluster = try CitusCluster.shared()
        try PostgresSchema.with(on: cluster.connectionString) { schema in
            let store = PostgresStore(
                schema.connectionString, options: .init(schema: schema.name))
            let model = try ManagedObjectModel(SearchIndexTests.Note.self)
            let stores: [any PersistentStore] = [InMemoryStore(), store]
            let containers = try stores.map { try PersistentContainer(model: model, store: $0) }
            let tables = try schema.connect().texts(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
            #expect(tables.contains("Note") && !tables.contains { $0.contains("search") })

            var (values, hitCount) = (RandomValues(SeededGenerator(seed: 7)), 0)
            for round in 0..<4 {
                let texts = (0..<200).map { _ in
                    [values.value(of: .string), values.value(of: .string)]
                }
                let text = values.value(of: .string)
                for container in containers {
                    try container.write { context in
                        for (number, note) in try context.fetch(FetchRequest("Note")).enumerated() {
                            if number % 5 == round { context.delete(note) }
                            if number % 7 == round { note["title"] = text }
                        }
                        for (number, texts) in texts.enumerated() {
                            let note = context.insert("Note")
                            (note["title"], note["body"]) = (texts[0], texts[1])
                            note["plain"] = .string("\(round)/\(number)")
                        }
                    }
                }
                for _ in 0..<10 {
                    let query = SearchQuery(values.searchText())
                    let found = try containers.map { try Self.found(query, in: $0) }
                    #expect(found[0] == found[1], "round \(round): \(query)")
                    hitCount += found[1].count
                }
            }
            #expect(hitCount > 100)
            #expect(try containers[1].checkIntegrity().problems.isEmpty)
        }
    }

    /// Returns the notes that a search finds, each with its texts, sorted.
    private static func found(
        _ query: SearchQuery, in container: PersistentContainer
    ) throws -> [String] {
        try container.read { context in
            try context.search(SearchRequest("Note", query)).map { hit in
                let note = try #require(try context.object(with: hit.objectID))
                return "\(note["plain"]): \(hit.excerpts.map { [$0.path, $0.marked("[", "]")] })"
            }.sorted()
        }
    }
}
