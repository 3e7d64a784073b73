import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// Calls a closure with a store in a schema of its own.
func withStore<Result>(
    _ options: PostgresStore.Options = PostgresStore.Options(),
    _ body: (PostgresStore) throws -> Result
) throws -> Result {
    try PostgresSchema.with { schema in
        var options = options
        options.schema = schema.name
        return try body(PostgresStore(schema.connectionString, options: options))
    }
}

@Suite("The PostgreSQL store keeps the contract of stores", .needsPostgres)
struct ContractTests {
    @Test("it", arguments: StoreContract.checks)
    func it(check: StoreContractCheck) throws {
        try withStore { try check.run($0) }
    }

    @Test("without prepared statements, it", .longTier, arguments: StoreContract.checks)
    func unprepared(check: StoreContractCheck) throws {
        try withStore(.init(preparesStatements: false)) { try check.run($0) }
    }
}

/// The statements of the portable engine, on PostgreSQL.
@Suite("The portable engine", .needsPostgres)
struct PortableTests {
    /// The checks of what only an engine with temporary tables does.
    private static let checks = StoreContract.checks.filter { check in
        !StoreContract.connectingChecks.contains { $0.name == check.name }
    }

    /// Words of statements that distributed engines lack.
    private static let missing = [
        "xmin", "ctid", "LISTEN", "NOTIFY", "DEFERRABLE", "MERGE", "TEMP", "COLLATE", "advisory",
        "LOCK TABLE", "NO KEY", "KEY SHARE", "NOWAIT",
    ]

    private func sending<Result>(
        _ body: (PostgresStore.Options) throws -> Result
    ) throws -> Result {
        let statements = Mutex<[String]>([])
        let result = try body(
            .init(engine: .portable, trace: { sql in statements.withLock { $0.append(sql) } }))
        let sent = statements.withLock { $0 }
        #expect(sent.count > 5)
        for word in PortableTests.missing {
            #expect(sent.first { $0.contains(word) } == nil, "\(word)")
        }
        return result
    }

    @Test("it keeps the contract of stores, and", .longTier, arguments: PortableTests.checks)
    func contract(check: StoreContractCheck) throws {
        try sending { options in try withStore(options) { try check.run($0) } }
    }

    @Test func `it leaves all connections to contexts`() throws {
        try withStore(.init(engine: .portable)) { store in
            let backend = try store.openBackend(for: ContractModel.make())
            #expect(try backend.connect([], registering: ChangeSet()) == nil)
        }
    }

    @Test func `random questions use nothing that distributed engines lack`() throws {
        try sending { options in
            try withStore(options) { try PredicateAgreement.check(InMemoryStore(), $0, seed: 1) }
        }
    }

    @Test func `containers that open an empty schema at once`() async throws {
        try await PostgresSchema.withAwaiting { schema in
            let store = PostgresStore(
                schema.connectionString,
                options: .init(
                    schema: schema.name, busyTimeout: .seconds(60), engine: .portable))
            let model = try ContractModel.make()
            try await withThrowingTaskGroup { group in
                for _ in 0..<12 {
                    group.addTask { _ = try PersistentContainer(model: model, store: store) }
                }
                try await group.waitForAll()
            }
        }
    }
}

@Suite("Random questions to the PostgreSQL store", .needsPostgres)
struct AgreementTests {
    @Test(arguments: UInt64(1)...6)
    func `they find what a plain search finds`(seed: UInt64) throws {
        try withStore { try PredicateAgreement.checkReference($0, seed: seed) }
    }

    @Test(arguments: UInt64(10)...15)
    func `they give the same answers as in memory`(seed: UInt64) throws {
        try withStore { try PredicateAgreement.check(InMemoryStore(), $0, seed: seed) }
    }
}

@Suite("Random selections from the PostgreSQL store", .needsPostgres)
struct SelectionTests {
    @Test(arguments: UInt64(20)...24)
    func `they give the same rows as in memory`(seed: UInt64) throws {
        try withStore { try SelectionAgreement.check(InMemoryStore(), $0, seed: seed) }
    }

    @Test(arguments: UInt64(1)...2)
    func `they include pending changes`(seed: UInt64) throws {
        try withStore { try SelectionAgreement.checkPending($0, seed: seed) }
    }
}

@Suite("Random changes of sets in the PostgreSQL store", .needsPostgres)
struct SetChangeTests {
    @Test(arguments: UInt64(20)...24)
    func `they are those of each object`(seed: UInt64) throws {
        try withStore { try SetChangeAgreement.check($0, seed: seed) }
    }
}
