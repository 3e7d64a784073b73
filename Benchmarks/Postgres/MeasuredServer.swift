import Foundation
import LocalPostgres

/// The PostgreSQL server of the measurements, which the first title that needs it starts.
///
/// It writes to the disk before it acknowledges a commit, as in operation; nothing but the commits
/// causes checkpoints or vacuums.
enum MeasuredServer {
    /// The reason why there is no server, or `nil` if there is one.
    static func obstacle() -> String? {
        PostgresTestServer.isUsable ? nil : "no PostgreSQL server: install postgresql"
    }

    /// The connection string for the role that owns everything.
    static func connectionString() throws -> String {
        try PostgresTestServer.isExternal
            ? PostgresTestServer.connectionString() : started.get().connectionString
    }

    private static let started = Result { () throws -> PostgresTestServer in
        let server = try PostgresTestServer(settings: [
            "fsync = on", "full_page_writes = on", "synchronous_commit = on",
            "shared_buffers = 256MB", "max_wal_size = 8GB", "checkpoint_timeout = 1h",
            "autovacuum = off", "deadlock_timeout = 1s",
        ])
        // The server ends with the process in any case; this waits for its end.
        atexit { MeasuredServer.stop() }
        return server
    }

    private static func stop() { try? started.get().stop() }
}
