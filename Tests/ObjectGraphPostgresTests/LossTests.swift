import Foundation
import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// A relay that cuts the connection behind each message of a commit in turn.
@Suite("A connection that is lost during a commit", .needsPostgres, .endsInTime)
struct LossTests {
    /// Commits, each of which loses its connection behind one more message, and what they gave.
    private struct Losses {
        let schema: PostgresSchema
        let relay: PostgresRelay
        let options: PostgresStore.Options

        init(_ schema: PostgresSchema, busyTimeout: Duration = .seconds(5)) throws {
            self.schema = schema
            relay = try PostgresRelay(to: PostgresTestServer.shared())
            options = .init(schema: schema.name, busyTimeout: busyTimeout)
        }

        /// Calls a closure with the error and with whether the row is there, for each message.
        func forEach(
            from side: PostgresRelay.Side, _ body: (Int, StoreError?, Bool) throws -> Void
        ) throws {
            defer { relay.stop() }
            let direct = try StoreFixture(
                PostgresStore(schema.connectionString, options: options))
            let author = try direct.insert("Author", ["name": "A", "email": "a@b"])
            let fixture = try StoreFixture(
                PostgresStore(relay.connectionString, options: options))
            for count in 0..<500 {
                let tag = try fixture.row("Tag", ["name": .string("\(side) \(count)")])
                let article = try fixture.row(
                    "Article", ["title": "x", "author": .integer(author.number)])
                relay.cut(after: count, from: side)
                let error = storeError {
                    try fixture.commit { changes in
                        changes.inserted = [tag, article]
                        changes.links = [
                            try fixture.links(
                                "Article", "tags",
                                stored: [
                                    StoredLink(source: article.number, destination: tag.number)
                                ])
                        ]
                    }
                }
                let hasCut = relay.hasCut
                relay.mend()
                let stored = try [direct.stored(tag), direct.stored(article)].map { $0 != nil }
                #expect(stored[0] == stored[1], "half of commit \(count) is there")
                try body(count, error, stored[0])
                guard hasCut else { return }
            }
            Issue.record("a commit has more than 500 messages")
        }
    }

    @Test(arguments: PostgresRelay.Side.allCases)
    func `the answer is true, and all is there or nothing`(
        side: PostgresRelay.Side
    ) throws {
        try PostgresSchema.with { schema in
            var errors = 0
            try Losses(schema).forEach(from: side) { count, error, isStored in
                #expect(
                    (error == nil) == isStored, "\(side) \(count): \(String(describing: error))")
                if let error {
                    errors += 1
                    #expect(error.code == .conflict, "\(error)")
                }
            }
            // The server has the whole commit before it answers, so that the commit arrives.
            #expect(errors > 0 || side == .server)
        }
    }

    @Test(arguments: PostgresRelay.Side.allCases, [true, false])
    func `a mapping is done again, wherever its connection is cut`(
        side: PostgresRelay.Side, prepares: Bool
    ) throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let container = try PersistentContainer(
                model: Pages.model(),
                store: PostgresStore(
                    relay.connectionString,
                    options: .init(schema: schema.name, preparesStatements: prepares)))
            let operation = MappingOperation(try Pages.plan(container.model))
            var pages = Pages(SeededGenerator(seed: 2))
            _ = try operation.run(pages.page(of: Array(0..<5)).utf8, in: container)
            var cuts = 0
            let (first, step) = TestTier.pick(gate: (side == .client ? 0 : 4, 9), long: (0, 1))
            for count in stride(from: first, to: 5000, by: step) {
                let page = pages.page(of: [1, 2, 100 + count])
                relay.cut(after: count, from: side)
                #expect(throws: Never.self, "\(side) \(count)") {
                    _ = try operation.run(page.utf8, in: container)
                }
                let hasCut = relay.hasCut
                relay.mend()
                let found = try schema.connect().number(
                    #"SELECT count(*) FROM "Article" WHERE "articleID" = \#(100 + count)"#)
                #expect(found == 1, "\(side) \(count)")
                guard hasCut else { break }
                cuts += 1
            }
            #expect(cuts > 5)
        }
    }

    @Test func `an outcome that the server does not know before the commit is none`() throws {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(
                PostgresStore(
                    schema.connectionString,
                    options: .init(schema: schema.name, busyTimeout: .seconds(60))))
            try fixture.insert("Tag", ["name": "a"])
            let owner = try schema.connect()
            try owner.execute(
                "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS "
                    + "'BEGIN RAISE SQLSTATE ''40003''; END'; "
                    + "CREATE TRIGGER failing BEFORE UPDATE ON mercator_writers "
                    + "EXECUTE FUNCTION fail()")
            let start = ContinuousClock.now
            let error = storeError { try fixture.insert("Tag", ["name": "b"]) }
            #expect(error?.code == .conflict, "\(String(describing: error))")
            #expect(ContinuousClock.now - start < .seconds(30))
            try owner.execute("DROP TRIGGER failing ON mercator_writers")
            #expect(try fixture.numbers("Tag").count == 1)
            try fixture.insert("Tag", ["name": "b"])
            #expect(try fixture.numbers("Tag").count == 2)
        }
    }

    @Test func `without a server to ask, the outcome is unknown`() throws {
        try PostgresSchema.with { schema in
            let losses = try Losses(schema, busyTimeout: .milliseconds(100))
            losses.relay.refuseAfterCut()
            var codes: [StoreError.Code] = []
            try losses.forEach(from: .server) { _, error, isStored in
                losses.relay.refuseAfterCut()
                guard let error else { return #expect(isStored) }
                codes.append(error.code)
                if error.code == .unknownOutcome {
                    #expect(error.message.contains("read what was saved"))
                } else {
                    #expect(!isStored)
                }
            }
            #expect(codes.contains(.unknownOutcome))
        }
    }
}

@Suite("Connections that end while a store is open", .needsPostgres, .endsInTime)
struct EndedConnectionTests {
    /// Ends all other connections with a name, as an administrator would.
    private func end(_ application: String, _ schema: PostgresSchema) throws {
        try schema.connect().query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
            PostgresParameters([.string(application)]))
    }

    private func withFixture(_ body: (StoreFixture, () throws -> Void) throws -> Void) throws {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(
                PostgresStore(
                    schema.connectionString + " application_name=\(schema.name)",
                    options: .init(schema: schema.name)))
            try body(fixture) { try end(schema.name, schema) }
        }
    }

    @Test func `idle connections are replaced`() throws {
        try withFixture { fixture, end in
            let first = try fixture.insert("Tag", ["name": "a"])
            _ = try fixture.numbers("Tag")
            try end()
            try fixture.insert("Tag", ["name": "b"])
            try end()
            #expect(try fixture.numbers("Tag").count == 2)
            try end()
            _ = try fixture.backend.foreignVersion()
            try end()
            _ = try fixture.backend.reserveNumbers(1_000_000, root: try fixture.root("Tag"))
            #expect(try fixture.stored(first) != nil)
        }
    }

    @Test func `the state of a unit of work that is lost is a conflict`() throws {
        try withFixture { fixture, end in
            try fixture.insert("Tag", ["name": "a"])
            let reader = try fixture.backend.makeReader()
            let request = RowRequest(entity: try fixture.entity("Tag"))
            #expect(try reader.rows(matching: request).count == 1)
            try end()
            let error = storeError { _ = try reader.rows(matching: request) }
            #expect(error?.code == .conflict)
            #expect(try fixture.numbers("Tag").count == 1)
        }
    }

    @Test(arguments: PostgresRelay.Side.allCases)
    func `a unit of work begins again if the connection is lost before its first answer`(
        side: PostgresRelay.Side
    ) throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let fixture = try StoreFixture(
                PostgresStore(relay.connectionString, options: .init(schema: schema.name)))
            let row = try fixture.insert("Tag", ["name": "a"])
            let request = RowRequest(entity: row.entity)
            var losses = 0
            for count in 0..<100 {
                let reader = try fixture.backend.makeReader()
                relay.cut(after: count, from: side)
                var rows: [StoredRow] = []
                let error = storeError { rows = try reader.rows(matching: request) }
                #expect(rows == [row], "\(side) \(count): \(String(describing: error))")
                let hasCut = relay.hasCut
                relay.mend()
                #expect(try reader.count(matching: request) == 1)
                if !hasCut { break }
                losses += 1
            }
            #expect((5..<100).contains(losses))
        }
    }

    @Test func `a proxy that hangs is noticed, and a long statement is not`() throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            var settings = schema.settings
            settings.silenceLimit = .milliseconds(100)
            settings.connectTimeout = .milliseconds(400)
            let connection = try PostgresConnection(
                ConnectionOptions(relay.connectionString), settings)
            #expect(try connection.texts("SELECT 'done' FROM pg_sleep(0.7)") == ["done"])
            relay.silence()
            let start = ContinuousClock.now
            for _ in 0..<2 {
                let error = storeError { _ = try connection.query("SELECT 1") }
                #expect(error?.code == .unreachable)
                #expect(connection.isLost)
            }
            #expect(ContinuousClock.now - start < .seconds(20))
            relay.mend()
        }
    }

    @Test func `a container that goes away leaves no connection`() throws {
        try PostgresSchema.with { schema in
            do {
                let store = PostgresStore(
                    schema.connectionString + " application_name=\(schema.name)",
                    options: .init(schema: schema.name))
                let container = try PersistentContainer(model: ContractModel.make(), store: store)
                try container.perform { context in
                    context.insert("Tag")["name"] = "a"
                    try context.save()
                }
            }
            let connection = try schema.connect()
            // The server ends a session some time after its client has left.
            while try connection.number(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema.name)'")
                > 0
            {}
        }
    }

    @Test func `a deadlock with another program is resolved`() async throws {
        try await PostgresSchema.withAwaiting { schema in
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            let rows = try ["a", "b"].map { try fixture.insert("Tag", ["name": .string($0)]) }
            let updates = try rows.map {
                try fixture.update($0, ["name": .string("\($0.number) new")])
            }
            let other = try schema.connect()
            try other.execute(#"BEGIN; UPDATE "Tag" SET "_version" = "_version" WHERE "_id" = 2"#)
            let backend = fixture.backend
            let commit = Task.detached {
                var changes = ChangeSet()
                changes.updated = updates
                try backend.commit(changes)
            }
            let watcher = try schema.connect()
            let question =
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> \(other.processNumber) AND relation IS NULL"
            while try watcher.number(question) == 0 {}
            let outcome = storeError {
                try other.execute(#"UPDATE "Tag" SET "_version" = "_version" WHERE "_id" = 1"#)
            }
            try other.execute(outcome == nil ? "COMMIT" : "ROLLBACK")
            try await commit.value
            #expect(try fixture.stored(rows[0])?.version == 2)
        }
    }
}
