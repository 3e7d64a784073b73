package import Mercator
import Synchronization

/// Counts the statements that Mercator's connections to SQLite execute.
///
/// The store shows each to whoever asks (``SQLiteStore/Options/trace``), so nothing is put between
/// it and SQLite; being shown one costs a call and an addition.
package final class StatementCounter: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    /// The options of a store whose statements are counted.
    package var options: SQLiteStore.Options {
        SQLiteStore.Options(trace: { _ in self.count.wrappingAdd(1, ordering: .relaxed) })
    }

    /// How many statements were executed since this was last asked.
    func take() -> Int { count.exchange(0, ordering: .relaxed) }
}
