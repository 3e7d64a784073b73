import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("A server that takes the place of another", .needsPostgres, .endsInTime)
struct FailoverTests {
    /// Calls a closure with a server that has a store, and a standby of it.
    private func withStandby(
        _ body: (PostgresTestServer, PostgresTestServer) throws -> Void
    ) throws {
        try PostgresTestServer.with { primary in
            _ = try StoreFixture(store([primary]))
            let standby = try PostgresTestServer(standbyOf: primary)
            defer { standby.stop() }
            try body(primary, standby)
        }
    }

    private func store(
        _ servers: [PostgresTestServer], _ attributes: String = "", isReadOnly: Bool = false,
        busyTimeout: Duration = .seconds(20)
    ) -> PostgresStore {
        let hosts = servers.map(\.folder).joined(separator: ",")
        return PostgresStore(
            "host=\(hosts) user=mercator dbname=postgres \(attributes)",
            options: .init(busyTimeout: busyTimeout, isReadOnly: isReadOnly))
    }

    @Test func `a container goes on with the standby that was promoted`() throws {
        try withStandby { primary, standby in
            let servers = [primary, standby]
            let attributes = "target_session_attrs=read-write"
            let fixture = try StoreFixture(store(servers, attributes))
            let hasty = try StoreFixture(
                store(servers, attributes, busyTimeout: .milliseconds(30)))
            try fixture.insert("Tag", ["name": "a"])
            _ = try fixture.numbers("Tag")
            primary.halt(.fast)
            let error = try #require(storeError { try hasty.insert("Tag", ["name": "no"]) })
            #expect(error.code == .unreachable, "\(error)")
            for server in servers { #expect(error.message.contains(server.folder), "\(error)") }
            // The save begins while there is no server that can be written to.
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                #expect(throws: Never.self) { try fixture.insert("Tag", ["name": "b"]) }
                ended.signal()
            }
            try standby.promote()
            ended.wait()
            #expect(try fixture.numbers("Tag").count == 2)
            try hasty.insert("Tag", ["name": "c"])
            #expect(try fixture.numbers("Tag").count == 3)
        }
    }

    @Test func `a standby is read, and says what it is to those who write`() throws {
        try withStandby { primary, standby in
            let writer = try StoreFixture(store([primary]))
            let row = try writer.insert("Tag", ["name": "Ä"])
            let reader = try StoreFixture(store([standby], isReadOnly: true))
            // The row arrives in its time.
            while try reader.stored(row) == nil {}
            let predicate = try EntityPredicate(format: "name ==[cd] 'a'")
            #expect(try reader.numbers("Tag", predicate) == [row.number])
            let wrong = try StoreFixture(store([standby]))
            for error in [
                storeError { try wrong.insert("Tag", ["name": "b"]) },
                storeError { try wrong.commit { $0.deleted = [wrong.deletion(row)] } },
            ] {
                #expect(error?.code == .readOnly)
                #expect(error?.message.contains("target_session_attrs=read-write") == true)
            }
            #expect(try wrong.numbers("Tag") == [row.number])
        }
    }
}
