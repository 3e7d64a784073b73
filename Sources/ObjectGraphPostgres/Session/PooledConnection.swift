import Synchronization

/// A connection that is used by one reader at a time.
///
/// The mutex proves to the compiler that the connection can move between tasks; it is
/// never contended.
final class PooledConnection: Sendable {
    let connection: Mutex<PostgresConnection>

    init(_ connection: sending PostgresConnection) {
        self.connection = Mutex(connection)
    }

    /// Indicates whether the connection is known to be lost.
    var isLost: Bool { connection.withLock(\.isLost) }
}
