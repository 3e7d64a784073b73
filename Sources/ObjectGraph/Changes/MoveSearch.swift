/// Finds the fewest elements that have to move to bring a list into another order.
///
/// What comes and goes does not count as a move, and neither do the places that shift with it.
struct MoveSearch {
    /// One element that stays and moves.
    struct Move: Hashable {
        let number: Int64
        let from: Int
        let to: Int
    }

    /// The elements that move, in their new order; neither list has an element twice.
    ///
    /// All others are a longest part of both lists that has the same order in both.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the lists.
    static func moves(from old: [Int64], to new: [Int64]) -> [Move] {
        let places = Dictionary(
            old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = new.enumerated().compactMap { to, number in
            places[number].map { Move(number: number, from: $0, to: to) }
        }
        guard zip(kept, kept.dropFirst()).contains(where: { $0.from > $1.from }) else { return [] }
        let still = longestAscent(kept.map(\.from))
        return kept.indices.filter { !still.contains($0) }.map { kept[$0] }
    }

    /// The places of a longest ascending part of a list.
    ///
    /// `ends[n]` is where the ascent of length *n* + 1 with the lowest end has that end.
    private static func longestAscent(_ list: [Int]) -> Set<Int> {
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: list.count)
        for place in list.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if list[ends[middle]] < list[place] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var ascent: Set<Int> = []
        var place = ends.last ?? -1
        while place >= 0 {
            ascent.insert(place)
            place = previous[place]
        }
        return ascent
    }
}
