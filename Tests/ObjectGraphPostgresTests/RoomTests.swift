import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Servers whose room ends", .needsPostgres, .endsInTime)
struct RoomTests {
    /// Returns a model with a number of entities, each of which takes a table and its indexes.
    private func model(_ count: Int) throws -> ManagedObjectModel {
        try ManagedObjectModel(
            (0..<count).map {
                EntityDescription(
                    "E\($0)", attributes: [AttributeDescription("name", .string, isUnique: true)])
            })
    }

    @Test func `a server without locks for so many tables names its setting`() throws {
        try PostgresTestServer.with(settings: [
            "max_locks_per_transaction = 10", "max_connections = 10", "max_wal_senders = 0",
            "max_worker_processes = 0",
        ]) { server in
            let store = PostgresStore(server.connectionString)
            let container = try PersistentContainer(model: model(25), store: store)
            try container.perform { context in
                context.insert("E0")["name"] = "kept"
                try context.save()
            }
            for (schema, name) in [("mercator", "extending"), ("other", "creating")] {
                let store = PostgresStore(
                    server.connectionString, options: .init(schema: schema))
                let error = try #require(storeError { _ = try store.open(for: model(500)) })
                #expect(error.code == .failure, "\(name): \(error)")
                #expect(error.message.contains("max_locks_per_transaction"), "\(name): \(error)")
            }
            let connection = try PostgresConnection(
                ConnectionOptions(server.connectionString), PostgresSettings())
            #expect(
                try connection.number(
                    "SELECT count(*) FROM pg_class WHERE relname IN ('E25', 'E499')") == 0)
            #expect(
                try connection.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'other'")
                    == 0)
            // What was there before is used as before.
            try container.perform { context in
                #expect(try context.fetch(FetchRequest("E0")).count == 1)
                context.insert("E24")["name"] = "new"
                try context.save()
            }
        }
    }

    @Test(.disabled(if: !SmallFileSystem.isAvailable, "mounting a small file system needs root"))
    func `a full file system is told, and used again once there is room`() throws {
        try PostgresTestServer.with { server in
            let disk = try SmallFileSystem(megabytes: 8, ownedLike: server.folder)
            defer { disk.remove() }
            try PostgresConnection(
                ConnectionOptions(server.connectionString), PostgresSettings()
            ).execute("CREATE TABLESPACE small LOCATION '\(disk.path)'")
            let fixture = try StoreFixture(
                PostgresStore(
                    server.connectionString + " options='-c default_tablespace=small'"))
            let first = try fixture.insert("Article", ["title": "first"])
            let bytes = Value.data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
            func save() throws {
                try fixture.commit { changes in
                    changes.inserted = try (0..<20).map { _ in
                        try fixture.row("Article", ["body": bytes])
                    }
                }
            }
            let error = try #require(storeError { try save() })
            #expect(error.code == .full, "\(error)")
            #expect(try fixture.numbers("Article") == [first.number])
            try disk.grow(megabytes: 100)
            try save()
            #expect(try fixture.numbers("Article").count == 21)
        }
    }
}

/// A file system in memory with little room.
private struct SmallFileSystem {
    let path: String

    /// Indicates whether this process may mount one.
    static let isAvailable: Bool = {
        guard let disk = try? SmallFileSystem(megabytes: 1, ownedLike: "/tmp") else { return false }
        disk.remove()
        return true
    }()

    init(megabytes: Int, ownedLike other: String) throws {
        path = "/tmp/mercator-disk-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let files = FileManager.default
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path)
            let owner = try files.attributesOfItem(atPath: other)[.ownerAccountID]
            if let owner { try files.setAttributes([.ownerAccountID: owner], ofItemAtPath: path) }
        } catch {
            remove()
            throw error
        }
    }

    func grow(megabytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(megabytes)m", path)
    }

    /// Ends the file system, also while a server still has files there.
    func remove() {
        try? Self.run("umount", "-l", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    private struct Failure: Error {}

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }
}
