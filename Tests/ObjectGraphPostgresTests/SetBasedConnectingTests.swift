import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Connecting in PostgreSQL", .needsPostgres)
struct SetBasedConnectingTests {
    @Test(
        "random connections make the same graph as in memory",
        arguments: ConnectionAgreement.Kind.allCases, Seeds.upTo(4, from: 1))
    func agreement(kind: ConnectionAgreement.Kind, seed: UInt64) throws {
        try PostgresSchema.with { schema in
            try ConnectionAgreement.check(InMemoryStore(), schema.store, kind, seed: seed)
        }
    }

    @Test("a connection takes as many statements for ten sources as for 100 000")
    func statementCount() throws {
        let counts = try [10, 100_000].map { try statements(connecting: $0) }
        #expect(counts[0] == counts[1])
    }

    /// Returns the numbers of statements that connect articles by a key, and by arrays of keys.
    private func statements(connecting count: Int) throws -> [Int] {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(schema.store)
            let backend = try #require(fixture.backend as? PostgresBackend)
            try schema.connect().execute(
                """
                INSERT INTO "Tag" ("_id", "_version", "name")
                SELECT i, 1, 'tag ' || i FROM generate_series(1, \(count / 2)) AS i;
                INSERT INTO "Person" ("_id", "_entity", "_version", "penName")
                SELECT i, 'Author', 1, 'pen ' || i FROM generate_series(1, \(count / 2)) AS i;
                INSERT INTO "Article" ("_id", "_version", "section", "title", "keywords")
                SELECT i, 1, 'pen ' || i / 2, 'title ' || i, '["title ' || i - 1 || '", "none", 7]'
                FROM generate_series(1, \(count)) AS i
                """)
            // Its commit indexes the words of the rows above.
            try fixture.insert("Cover")
            return try [("author", "section", "penName"), ("related", "keywords", "title")].map {
                let (relationship, source, destination) = $0
                let request = try fixture.request(
                    "Article", relationship, [source], [destination])
                let before = backend.statementCount
                let outcome = try #require(
                    try backend.connect([request], registering: ChangeSet())?.first)
                #expect(outcome.connected == count - 1)
                return backend.statementCount - before
            }
        }
    }

    @Test("if a mandatory relationship would become empty, nothing is written")
    func mandatory() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Owner", attributes: [AttributeDescription("code", .integer64)],
                relationships: [.toMany("items", "Item", inverse: "owner")]),
            EntityDescription(
                "Item", attributes: [AttributeDescription("ownerCode", .integer64)],
                relationships: [.toOne("owner", "Owner", inverse: "items", isOptional: false)]),
        ])
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(schema.store, model)
            let owner = try fixture.insert("Owner", ["code": 1])
            let reference = Value.integer(owner.number)
            try fixture.insert("Item", ["ownerCode": 1, "owner": reference])
            try fixture.insert("Item", ["ownerCode": 2, "owner": reference])
            let before = try fixture.content()
            var changes = ChangeSet()
            changes.connections = [
                ConnectionDescription(
                    entity: "Item", relationship: "owner", connectedBy: ["ownerCode": "code"])
            ]
            let request = try fixture.request("Item", "owner", ["ownerCode"], ["code"])
            #expect(try fixture.backend.connect([request], registering: changes) == nil)
            #expect(try fixture.content() == before)
        }
    }

    @Test("A store that is only read leaves connecting to a context")
    func readOnly() throws {
        try PostgresSchema.with { schema in
            _ = try StoreFixture(schema.store)
            var options = PostgresStore.Options()
            options.schema = schema.name
            options.isReadOnly = true
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: options))
            let request = try fixture.request("Article", "author", ["section"], ["penName"])
            #expect(try fixture.backend.connect([request], registering: ChangeSet()) == nil)
        }
    }
}

/// Connecting while others write.
extension SetBasedConnectingTests {
    @Test("connecting and changes of the same rows wait for each other, and none is lost")
    func concurrency() async throws {
        try await PostgresSchema.withAwaiting { schema in
            let fixture = try StoreFixture(schema.store)
            try fixture.insert("Author", ["penName": "p"])
            for _ in 0..<20 { try fixture.insert("Article", ["section": "p", "small": 0]) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask { try Self.raise(StoreFixture(schema.store), 15) }
                }
                group.addTask { try Self.reconnect(StoreFixture(schema.store), 15) }
                try await group.waitForAll()
            }
            let articles = try fixture.content().rows.filter {
                fixture.model.layouts[$0.entity].name == "Article"
            }
            let small = try fixture.slots("Article", ["small"])[0]
            #expect(articles.map { $0.row[small] } == Array(repeating: 30, count: 20))
            let author = try fixture.slots("Article", ["author"])[0]
            #expect(articles.allSatisfy { !$0.row[author].isNull })
        }
    }

    /// Raises an attribute of all articles a number of times.
    private static func raise(_ fixture: StoreFixture, _ count: Int) throws {
        let slot = try fixture.slots("Article", ["small"])[0]
        var done = 0
        while done < count {
            let rows = try fixture.backend.makeReader()
                .rows(matching: RowRequest(entity: try fixture.entity("Article")))
            do {
                try fixture.commit { changes in
                    changes.updated = try rows.map { row in
                        guard case .integer(let number) = row.row[slot] else { return nil }
                        return try fixture.update(row, ["small": .integer(number + 1)])
                    }.compactMap { $0 }
                }
                done += 1
            } catch let error as StoreError where error.code == .conflict {}
        }
    }

    /// Connects all articles a number of times, after their authors were removed again.
    private static func reconnect(_ fixture: StoreFixture, _ count: Int) throws {
        let connecting = try fixture.request("Article", "author", ["section"], ["penName"])
        var clearing = connecting
        clearing.destinations.predicate = PropertyPath.attribute("penName").isNil
        for _ in 0..<count {
            let outcomes = try fixture.backend.connect(
                [clearing, connecting], registering: ChangeSet())
            #expect(outcomes?.map(\.connected) == [0, 20])
        }
    }
}

extension PostgresSchema {
    /// A store in the schema.
    fileprivate var store: PostgresStore {
        var options = PostgresStore.Options()
        options.schema = name
        return PostgresStore(connectionString, options: options)
    }
}

extension StoreFixture {
    /// Returns the request that connects all objects of an entity by foreign keys.
    fileprivate func request(
        _ entity: String, _ relationship: String, _ keys: [String], _ destinationKeys: [String]
    ) throws -> ConnectionRequest {
        let layout = model.relationships[try self.relationship(entity, relationship)]
        let destination = model.layouts[layout.destination].name
        return ConnectionRequest(
            relationship: layout.index, sources: RowRequest(entity: layout.entity),
            destinations: RowRequest(entity: layout.destination),
            sourceSlots: try slots(entity, keys),
            destinationSlots: try slots(destination, destinationKeys))
    }
}
