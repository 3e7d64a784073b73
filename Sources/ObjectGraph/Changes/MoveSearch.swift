/// A search for the smallest set of elements that must move to get from one order to another.
///
/// Insertions and removals do not count as moves, and neither do the positions that
/// shift with them.
package struct MoveSearch {
    /// One element that remains in the list and moves.
    package struct Move: Hashable {
        package let number: Int64
        package let from: Int
        package let to: Int
    }

    /// Returns the elements that move, in their new order.
    ///
    /// All other elements form a longest common subsequence of the lists. Neither list contains an
    /// element twice.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the lists.
    static func moves(from old: [Int64], to new: [Int64]) -> [Move] {
        let indices = Dictionary(
            old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = new.enumerated().compactMap { to, number in
            indices[number].map { Move(number: number, from: $0, to: to) }
        }
        let stays = IncreasingSubsequence.longest(of: kept.map(\.from))
        return zip(kept, stays).compactMap { move, stays in stays ? nil : move }
    }
}
