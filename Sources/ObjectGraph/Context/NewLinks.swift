/// The links of one relationship of sources that have none yet, in contiguous arrays.
///
/// ```swift
/// var links = NewLinks(isOrdered: true)
/// links.add(3)
/// links.add(1)
/// links.finish(source: 42)
/// ```
package struct NewLinks: Sendable {
    private let isOrdered: Bool
    package private(set) var sources: [Int64] = []
    /// The end index of each source's links in ``destinations``.
    package private(set) var ends: [Int] = []
    package private(set) var destinations: [Int64] = []

    package init(isOrdered: Bool) {
        self.isOrdered = isOrdered
    }

    package var isEmpty: Bool { sources.isEmpty }

    /// Adds a destination to the next unfinished source.
    package mutating func add(_ destination: Int64) { destinations.append(destination) }

    /// Removes the destinations of the next unfinished source.
    package mutating func drop() {
        destinations.removeLast(destinations.count - (ends.last ?? 0))
    }

    /// Assigns the added destinations to a source, without later duplicates.
    package mutating func finish(source: Int64) {
        let start = ends.last ?? 0
        // A single destination needs no ordering.
        if destinations.count - start > 1, hasRepeats(from: start) || !isOrdered {
            var own = Array(destinations[start...]).withoutRepeats
            if !isOrdered { own.sort() }
            destinations.replaceSubrange(start..., with: own)
        }
        sources.append(source)
        ends.append(destinations.count)
    }

    private func hasRepeats(from start: Int) -> Bool {
        // Most lists are short; comparing all pairs is then faster than a set.
        guard destinations.count - start <= 8 else { return true }
        for index in start..<destinations.count {
            for other in start..<index where destinations[other] == destinations[index] {
                return true
            }
        }
        return false
    }
}
