/// The links of one relationship from sources that have none yet, side by side.
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
    /// Where the links of each source end among the destinations.
    package private(set) var ends: [Int] = []
    package private(set) var destinations: [Int64] = []

    package init(isOrdered: Bool) {
        self.isOrdered = isOrdered
    }

    package var isEmpty: Bool { sources.isEmpty }

    /// Adds a destination for the source that is finished next.
    package mutating func add(_ destination: Int64) { destinations.append(destination) }

    /// Takes back what was added for the source that would be finished next.
    package mutating func drop() {
        destinations.removeLast(destinations.count - (ends.last ?? 0))
    }

    /// Gives what was added to a source; of destinations that are there twice the first one counts.
    package mutating func finish(source: Int64) {
        let start = ends.last ?? 0
        // One by itself has nothing to be in order with.
        if destinations.count - start > 1, hasRepeats(from: start) || !isOrdered {
            var own = Array(destinations[start...]).withoutRepeats
            if !isOrdered { own.sort() }
            destinations.replaceSubrange(start..., with: own)
        }
        sources.append(source)
        ends.append(destinations.count)
    }

    private func hasRepeats(from start: Int) -> Bool {
        // Short lists are the rule, and comparing them all is cheaper than a set.
        guard destinations.count - start <= 8 else { return true }
        for place in start..<destinations.count {
            for other in start..<place where destinations[other] == destinations[place] {
                return true
            }
        }
        return false
    }
}
