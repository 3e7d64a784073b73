package import Mercator
import Synchronization

/// Counts the statements that the connections of Mercator's stores execute.
///
/// Uses the trace hook of the store (``SQLiteStore/Options/trace``), which adds a call and an
/// atomic addition per statement and nothing between the store and the database.
package final class StatementCounter: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    /// The options of a store whose statements are to be counted.
    package var options: SQLiteStore.Options { SQLiteStore.Options(trace: trace) }

    /// The trace hook of a store whose statements are to be counted.
    package var trace: @Sendable (String) -> Void {
        { _ in self.count.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Returns the number of statements since the last call, and resets the counter.
    func take() -> Int { count.exchange(0, ordering: .relaxed) }
}
