/// A search for the smallest set of moves when few elements of a long list are relocated.
///
/// All other elements keep their relative order. Those between two relocated ones count as one
/// element with a weight, so the search does not depend on the length of the list.
package struct RelocationSearch {
    /// The old indices of the elements that leave, ascending.
    private let leaving: [Int]
    /// The new indices of the elements that enter, ascending.
    private let entering: [Int]
    private var relocated: [MoveSearch.Move] = []

    package init(leaving: [Int], entering: [Int]) {
        self.leaving = leaving
        self.entering = entering
    }

    /// Adds an element that may have moved.
    package mutating func add(_ number: Int64, from old: Int, to new: Int) {
        relocated.append(MoveSearch.Move(number: number, from: old, to: new))
    }

    /// Returns the elements that move, in their new order.
    ///
    /// - Parameter numberAt: Returns the element at a new index.
    /// - Returns: The moves; all other elements keep their relative order.
    /// - Complexity: O(*r* log *r*) for *r* relocated elements, and O(1) for each move.
    package func moves(_ numberAt: (Int) -> Int64) -> [MoveSearch.Move] {
        guard !relocated.isEmpty else { return [] }
        let olds = relocated.map(\.from).sorted()
        let news = relocated.map(\.to).sorted()
        // The number of unmoved elements before each relocated one, in the old and the new order.
        let places = relocated.map { move in
            (
                move: move,
                old: move.from - olds.count(below: move.from) - leaving.count(below: move.from),
                new: move.to - news.count(below: move.to) - entering.count(below: move.to)
            )
        }
        let cuts = Set(places.flatMap { [$0.old, $0.new] } + [0]).sorted()
        // The blocks of unmoved elements between the cuts, and the elements, in the new order.
        var parts: [Part] = places.map {
            Part(
                start: $0.new, isBlock: false, newIndex: $0.move.to, oldStart: $0.old,
                oldIndex: $0.move.from, count: 1)
        }
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            parts.append(
                Part(
                    start: start, isBlock: true, newIndex: 0, oldStart: start, oldIndex: 0,
                    count: end - start))
        }
        // The elements after the last cut follow all others in both orders.
        let oldOrder = parts.indices.sorted { parts[$0].oldOrder < parts[$1].oldOrder }
        for (position, index) in oldOrder.enumerated() { parts[index].position = position }
        parts.sort { $0.newOrder < $1.newOrder }
        let stays = HeaviestSubsequence.heaviest(
            of: parts.map { part in
                // Among equal numbers of moves, moves of the relocated elements are preferred.
                HeaviestSubsequence.Element(
                    position: part.position,
                    weight: part.count << 31 + (part.isBlock ? part.count : 0))
            })
        var moves: [MoveSearch.Move] = []
        let unmoved = UnmovedPlaces(olds: merged(olds, leaving), news: merged(news, entering))
        let byNew = Dictionary(
            relocated.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
        for (part, isFixed) in zip(parts, stays) where !isFixed {
            if !part.isBlock {
                if let move = byNew[part.newIndex] { moves.append(move) }
                continue
            }
            for rank in part.start..<part.start + part.count {
                let new = unmoved.newIndex(rank)
                moves.append(
                    MoveSearch.Move(number: numberAt(new), from: unmoved.oldIndex(rank), to: new))
            }
        }
        return moves.sorted { $0.to < $1.to }
    }

    /// Relocated elements, or unmoved ones that are consecutive in both orders.
    private struct Part {
        /// The number of unmoved elements before it in the new order, and in the old one.
        var start: Int
        var isBlock: Bool
        var newIndex: Int
        var oldStart: Int
        var oldIndex: Int
        var count: Int
        var position = 0

        /// Relocated elements come before the block that begins at the same place.
        var newOrder: (Int, Int, Int) { (start, isBlock ? 1 : 0, newIndex) }
        var oldOrder: (Int, Int, Int) { (oldStart, isBlock ? 1 : 0, oldIndex) }
    }

    private func merged(_ left: [Int], _ right: [Int]) -> [Int] { (left + right).sorted() }
}

/// The indices of unmoved elements by their rank among each other.
private struct UnmovedPlaces {
    /// The indices of all other elements, ascending.
    let olds: [Int]
    let news: [Int]

    func oldIndex(_ rank: Int) -> Int { index(rank, olds) }
    func newIndex(_ rank: Int) -> Int { index(rank, news) }

    /// Returns the index of the element before which there are `rank` unmoved ones.
    private func index(_ rank: Int, _ others: [Int]) -> Int {
        // The number of other elements before it: others[k] - k unmoved ones precede others[k].
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if others[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }
}

extension [Int] {
    /// Returns the number of elements below a bound, in an ascending array.
    fileprivate func count(below bound: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
