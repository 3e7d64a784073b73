import Synchronization

/// How many commits of objects or connections an open file has seen: its own, and those of others when
/// it notices them.
///
/// A reader takes the number before it begins, the writer compares it inside its transaction. So a commit
/// in between is never missed; one that was made just before may be taken for one.
final class CommitCount: Sendable {
    private let count = Atomic<Int>(0)

    var number: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Counts a commit that is through.
    func increase() { count.add(1, ordering: .sequentiallyConsistent) }
}
