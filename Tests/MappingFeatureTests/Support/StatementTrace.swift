import Synchronization

/// Collects the statements that a store executes, in order.
final class StatementTrace: Sendable {
    private let lines = Mutex<[String]>([])

    /// What was executed since the trace was made or cleared.
    var statements: [String] { lines.withLock { $0 } }

    /// Whether the store itself made a connection.
    var showsConnecting: Bool { statements.contains { $0.contains("temp.mercator_sources") } }

    /// Keeps a statement.
    func note(_ sql: String) { lines.withLock { $0.append(sql) } }

    /// Forgets what was executed so far.
    func clear() { lines.withLock { $0 = [] } }
}
