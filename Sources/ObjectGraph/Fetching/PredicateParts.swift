import Synchronization

/// The conditions that an `and` or an `or` joins, in their order.
///
/// A list that is made of another one by adding at either end shares its memory: a chain of *n*
/// conditions, joined one by one, is made in O(*n*). Lists never change; memory behind the end of a
/// list belongs to longer ones.
package struct PredicateParts: Sendable {
    /// The conditions of all lists that share it, growing at both ends.
    private final class Storage: Sendable {
        struct Ends {
            /// What was added in front, the first one last.
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
    /// The levels of the deepest condition; see ``EntityPredicate/levels``.
    let levels: Int

    /// Lists conditions.
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

    /// How many there are.
    package var count: Int { frontCount + backCount }

    /// The conditions as an array.
    ///
    /// - Complexity: O(1) for the longest of the lists that share their memory, unless conditions
    ///   were added in front; O(*n*) for others.
    package var elements: [EntityPredicate] {
        storage.ends.withLock { ends in
            if frontCount == 0, ends.back.count == backCount { return ends.back }
            return ends.front.prefix(frontCount).reversed() + ends.back.prefix(backCount)
        }
    }

    /// The list with another one behind it.
    ///
    /// - Complexity: O(*m*), the length of the shorter one, unless the longer one was extended at
    ///   that end before.
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

    /// Adds to the memory, unless a longer list has done so at that end.
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
    /// Gives the conditions one by one.
    package func makeIterator() -> IndexingIterator<[EntityPredicate]> { elements.makeIterator() }

    /// How many there are.
    package var underestimatedCount: Int { count }
}

extension PredicateParts: Hashable {
    /// Whether both have the same conditions in the same order.
    package static func == (left: PredicateParts, right: PredicateParts) -> Bool {
        left.count == right.count && left.elements == right.elements
    }

    /// Hashes the conditions.
    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension PredicateParts: Codable {
    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        self.init(try [EntityPredicate](from: decoder))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}
