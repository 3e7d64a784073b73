import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Notices of commits", .needsPostgres, .endsInTime)
struct NoticeTests {
    /// Polls until there is another version.
    private func version(of backend: any StoreBackend, after old: Int64?) throws -> Int64? {
        while true {
            let version = try backend.foreignVersion()
            if version != old { return version }
        }
    }

    @Test func `polling asks the server only after a commit of another process`() throws {
        try PostgresSchema.with { schema in
            let options = PostgresStore.Options(schema: schema.name, listens: true)
            let store = PostgresStore(schema.connectionString, options: options)
            let (one, other) = (try StoreFixture(store), try StoreFixture(store))
            let backend = try #require(one.backend as? PostgresBackend)
            var known = try backend.foreignVersion()
            for name in ["a", "b"] {
                let trips = backend.roundTrips
                for _ in 0..<100 { #expect(try backend.foreignVersion() == known) }
                #expect(backend.roundTrips == trips)
                try other.insert("Tag", ["name": .string(name)])
                known = try version(of: backend, after: known)
            }
            // Its own commits are none of another.
            try one.insert("Tag", ["name": "c"])
            #expect(try backend.foreignVersion() == known)
        }
    }

    @Test func `a commit while the connection was lost is found by the next poll`() throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let options = PostgresStore.Options(schema: schema.name, listens: true)
            let near = try StoreFixture(PostgresStore(relay.connectionString, options: options))
            let other = try StoreFixture(
                PostgresStore(schema.connectionString, options: options))
            let known = try near.backend.foreignVersion()
            relay.cut(after: 0, from: .server)
            try other.insert("Tag", ["name": "a"])
            while !relay.hasCut { _ = try? near.backend.foreignVersion() }
            relay.mend()
            // The end of the connection may arrive after the cut.
            #expect(try version(of: near.backend, after: known) != known)
        }
    }

    @Test func `a pooler has no notices`() throws {
        for options in [
            PostgresStore.Options(preparesStatements: false, listens: true),
            .init(engine: .portable, listens: true),
        ] {
            try withStore(options) { store in
                #expect(
                    storeError { _ = try store.openBackend(for: ContractModel.make()) }?.code
                        == .unsupported)
            }
        }
    }
}
