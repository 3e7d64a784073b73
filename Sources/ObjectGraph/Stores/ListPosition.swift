/// An object with its position in an ordered relationship.
package struct ListPosition: Sendable, Hashable {
    package let number: Int64
    package let position: Int64?

    package init(_ number: Int64, at position: Int64?) {
        self.number = number
        self.position = position
    }
}

extension [ListPosition] {
    /// Returns new positions, after all others, for written objects that share one.
    ///
    /// Two commits that each append an object to a list use the same last object as the
    /// predecessor. The later commit then moves its own object, so that no object of the earlier
    /// commit is written again.
    ///
    /// - Parameter written: The objects with positions that a commit writes.
    /// - Returns: The objects to move, with their new positions.
    /// - Complexity: O(*n* log *n*).
    package func separated(_ written: Set<Int64>) -> [ListPosition] {
        let last = compactMap(\.position).max() ?? 0
        guard var next = last.nextPosition else { return [] }
        var taken = Set(lazy.filter { !written.contains($0.number) }.compactMap(\.position))
        var moved: [ListPosition] = []
        let own = lazy.filter { written.contains($0.number) }
            .compactMap { element in element.position.map { ($0, element.number) } }
        for (position, number) in own.sorted(by: <) where !taken.insert(position).inserted {
            moved.append(ListPosition(number, at: next))
            next += 1
        }
        return moved
    }
}
