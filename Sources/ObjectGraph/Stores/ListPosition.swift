/// An object with its position in an ordered relationship.
package struct ListPosition: Sendable, Hashable {
    package let number: Int64
    package let place: Int64?

    package init(_ number: Int64, at place: Int64?) {
        self.number = number
        self.place = place
    }
}

extension [ListPosition] {
    /// Returns new positions, after all others, for written objects that share one.
    ///
    /// Two commits that each add an object to a list place both after the same last one. The later
    /// commit then moves its own object, so that no object of the earlier commit is written again.
    ///
    /// - Parameter written: The objects whose positions a commit writes.
    /// - Returns: The objects to move, with their new positions.
    /// - Complexity: O(*n* log *n*).
    package func separated(_ written: Set<Int64>) -> [ListPosition] {
        let last = compactMap(\.place).max() ?? 0
        guard var next = last.nextPlace else { return [] }
        var taken = Set(lazy.filter { !written.contains($0.number) }.compactMap(\.place))
        var moved: [ListPosition] = []
        let own = filter { written.contains($0.number) && $0.place != nil }
        for element in own.sorted(by: { ($0.place ?? 0, $0.number) < ($1.place ?? 0, $1.number) }) {
            guard let place = element.place, !taken.insert(place).inserted else { continue }
            moved.append(ListPosition(element.number, at: next))
            next += 1
        }
        return moved
    }
}
