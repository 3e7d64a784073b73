import Synchronization

/// The parts of a conjunction or a disjunction, in order.
///
/// A list that adds an element to either end of another list shares its storage, so a chain of *n*
/// conditions that are added one by one is built in O(*n*). Lists are immutable; elements of the
/// storage beyond the end of a list belong to longer lists.
package struct PredicateParts: Sendable {
    /// The conditions of all lists that share the storage, which grows at both ends.
    private final class Storage: Sendable {
        struct Ends {
            /// The conditions that were added in front, in reverse order.
            var front: [EntityPredicate] = []
            var back: [EntityPredicate] = []
        }

        let ends: Mutex<Ends>

        init(_ elements: [EntityPredicate]) {
            ends = Mutex(Ends(back: elements))
        }
    }

    private let storage: Storage
    private let frontCount: Int
    private let backCount: Int
    /// The nesting of the deepest condition; see ``EntityPredicate/levels``.
    let levels: Int

    /// Creates a list from conditions.
    package init(_ elements: [EntityPredicate]) {
        let levels = elements.lazy.map(\.levels).max() ?? 0
        self.init(Storage(elements), front: 0, back: elements.count, levels: levels)
    }

    private init(_ storage: Storage, front: Int, back: Int, levels: Int) {
        self.storage = storage
        frontCount = front
        backCount = back
        self.levels = levels
    }

    /// The number of conditions.
    package var count: Int { frontCount + backCount }

    /// The conditions as an array.
    ///
    /// - Complexity: O(1) for the longest list that shares the storage, unless conditions were
    ///   added in front; otherwise O(*n*).
    package var elements: [EntityPredicate] {
        storage.ends.withLock { ends in
            if frontCount == 0, ends.back.count == backCount { return ends.back }
            return ends.front.prefix(frontCount).reversed() + ends.back.prefix(backCount)
        }
    }

    /// Returns the concatenation of this list and another.
    ///
    /// - Complexity: O(*m*) in the length of the shorter list, unless the longer list was extended
    ///   at that end before.
    func joined(with other: PredicateParts) -> PredicateParts {
        let levels = Swift.max(levels, other.levels)
        if count >= other.count {
            let added = other.elements
            if grow({ $0.back.count == backCount }, { $0.back += added }) {
                return PredicateParts(
                    storage, front: frontCount, back: backCount + added.count, levels: levels)
            }
        } else {
            let added = elements
            if other.grow(
                { $0.front.count == other.frontCount }, { $0.front += added.reversed() })
            {
                return PredicateParts(
                    other.storage, front: other.frontCount + added.count, back: other.backCount,
                    levels: levels)
            }
        }
        return PredicateParts(elements + other.elements)
    }

    /// Adds to the storage, unless a longer list has already extended that end.
    ///
    /// Returns whether it has added the elements.
    private func grow(
        _ isAtEnd: (Storage.Ends) -> Bool, _ add: (inout Storage.Ends) -> Void
    ) -> Bool {
        storage.ends.withLock { ends in
            guard isAtEnd(ends) else { return false }
            add(&ends)
            return true
        }
    }
}

extension PredicateParts: Sequence {
    /// Returns an iterator over the conditions.
    package func makeIterator() -> IndexingIterator<[EntityPredicate]> { elements.makeIterator() }

    /// The number of conditions.
    package var underestimatedCount: Int { count }
}

extension PredicateParts: Hashable {
    /// Tests whether both lists have the same conditions in the same order.
    package static func == (left: PredicateParts, right: PredicateParts) -> Bool {
        left.count == right.count && left.elements == right.elements
    }

    /// Hashes the conditions.
    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension PredicateParts: Codable {
    /// Decodes an array.
    package init(from decoder: any Decoder) throws {
        self.init(try [EntityPredicate](from: decoder))
    }

    /// Encodes an array.
    package func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}
