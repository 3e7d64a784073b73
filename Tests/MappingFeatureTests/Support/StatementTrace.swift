import Synchronization

/// A recorder of the statements that a store executes, in order.
final class StatementTrace: Sendable {
    private let lines = Mutex<[String]>([])

    /// The statements executed since the trace was created or cleared.
    var statements: [String] { lines.withLock { $0 } }

    /// Indicates whether the store itself evaluated a connection.
    var showsConnecting: Bool { statements.contains { $0.contains("temp.mercator_sources") } }

    /// Records a statement.
    func note(_ sql: String) { lines.withLock { $0.append(sql) } }

    /// Removes all recorded statements.
    func clear() { lines.withLock { $0 = [] } }
}
