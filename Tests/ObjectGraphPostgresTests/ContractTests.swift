import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
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
    @Test("P-001: it", arguments: StoreContract.checks)
    func it(check: StoreContractCheck) throws {
        try withStore { try check.run($0) }
    }

    @Test("P-116: without prepared statements, it", arguments: StoreContract.checks)
    func unprepared(check: StoreContractCheck) throws {
        try withStore(.init(preparesStatements: false)) { try check.run($0) }
    }
}

@Suite("Random questions to the PostgreSQL store", .needsPostgres)
struct AgreementTests {
    @Test(arguments: UInt64(1)...6)
    func `P-002: they find what a plain search finds`(seed: UInt64) throws {
        try withStore { try PredicateAgreement.checkReference($0, seed: seed) }
    }

    @Test(arguments: UInt64(10)...15)
    func `P-002: they give the same answers as in memory`(seed: UInt64) throws {
        try withStore { try PredicateAgreement.check(InMemoryStore(), $0, seed: seed) }
    }
}
