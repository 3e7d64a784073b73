package import ObjectGraph
import Synchronization

/// The number of commits of objects or connections that an open file has observed.
///
/// Commits of other processes are included once detected.
///
/// A reader takes the number before it begins, and the writer compares it inside its transaction. A
/// commit in between is therefore never missed; one that was made immediately before the reader
/// began may be mistaken for one in between.
package final class CommitCount: Sendable {
    private let count = Atomic<Int>(0)
    /// The number at the last report to the commit hooks.
    private let reported = Atomic<Int>(0)

    package init() {}

    package var number: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Counts a completed commit.
    package func increase() { count.add(1, ordering: .sequentiallyConsistent) }

    /// Returns changes as they are reported to commit hooks, with what is known of other commits.
    ///
    /// The writer calls this function once for each report, while it is locked.
    package func report(_ changes: ChangeSet) -> ChangeSet {
        let (number, own) = (self.number, changes.changesVersion ? 1 : 0)
        let before = reported.exchange(number, ordering: .sequentiallyConsistent)
        var changes = changes
        changes.followsOthers = number > before + own
        return changes
    }
}
