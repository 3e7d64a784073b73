import Synchronization

/// The numbers that units of work have reserved in an in-memory store, by root entity.
final class ReservedNumbers: Sendable {
    /// The next number of each root.
    private let next: Mutex<[Int64]>

    init(rootCount: Int) {
        next = Mutex(Array(repeating: 1, count: rootCount))
    }

    /// Reserves numbers.
    func reserve(_ count: Int, root: Int) -> Range<Int64> {
        next.withLock { next in
            let first = next[root]
            next[root] += Int64(count)
            return first..<next[root]
        }
    }

    /// Tests whether a number was reserved.
    func contain(_ number: Int64, root: Int) -> Bool {
        number > 0 && next.withLock { number < $0[root] }
    }
}
