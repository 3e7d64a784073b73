import ObjectGraph
import ObjectGraphPostgres
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
}
