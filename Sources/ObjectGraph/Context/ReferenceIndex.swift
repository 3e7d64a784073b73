/// A reverse index of a to-one relationship that is stored as a reference.
///
/// It finds the rows that reference an object.
///
/// Committed rows are read from the store; rows with pending changes are indexed on first use and
/// updated from then on.
struct ReferenceIndex: Sendable {
    /// The location of the committed rows that reference one destination.
    private struct Entry: Sendable {
        let block: Int32
        let start: Int32
        let end: Int32
    }

    /// The locations for loaded destinations, and their indices by destination.
    private var entries: [Entry] = []
    private var positions = IntegerTable()
    /// The numbers of committed rows that were loaded together, grouped by destination.
    private var blocks: [[Int64]] = []
    private var pending: [Int64: Set<Int64>]?
    /// A position after all rows that reference a destination, for some destinations.
    var nextPositions: [Int64: Int64] = [:]

    /// Indicates whether changes of references must be reported to the index.
    var wantsMoves: Bool { pending != nil || !nextPositions.isEmpty }

    /// Indicates whether rows with pending changes are indexed, so that changes must be reported.
    var isIndexed: Bool { pending != nil }

    func isLoaded(_ destination: Int64) -> Bool { positions[destination] != nil }

    /// Adds the committed rows that reference destinations that are not loaded.
    ///
    /// - Parameters:
    ///   - arrivals: The rows, sorted by destination and by the order of the inverse; rows that
    ///     reference other objects are ignored.
    ///   - destinations: The destinations, ascending and without duplicates.
    mutating func load(_ arrivals: [Arrival], at destinations: [Int64]) {
        positions.reserve(destinations.count)
        entries.reserveCapacity(max(entries.count + destinations.count, entries.count * 2))
        var block: [Int64] = []
        block.reserveCapacity(arrivals.count)
        var next = 0
        for destination in destinations {
            let start = block.count
            while next < arrivals.count, arrivals[next].destination <= destination {
                if arrivals[next].destination == destination { block.append(arrivals[next].source) }
                next += 1
            }
            positions.set(destination, entries.count)
            entries.append(
                Entry(
                    block: Int32(blocks.count), start: Int32(start), end: Int32(block.count)))
        }
        blocks.append(block)
    }

    /// Returns the committed rows that reference a destination, in the order of the inverse.
    func committed(at destination: Int64) -> ArraySlice<Int64> {
        guard let position = positions[destination] else { return [] }
        let entry = entries[position]
        return blocks[Int(entry.block)][Int(entry.start)..<Int(entry.end)]
    }

    /// Returns the rows with pending changes that reference a destination.
    func pending(at destination: Int64) -> Set<Int64> { pending?[destination] ?? [] }

    /// Indexes the rows with pending changes; only rows of `sources` have the slot.
    mutating func index(_ table: RowTable, slot: Int, sources: EntityLayout) {
        var index: [Int64: Set<Int64>] = [:]
        for position in table.changed {
            let entry = table.entries[position]
            guard sources.includes(entry.entity), let target = entry.row.reference(slot) else {
                continue
            }
            index[target, default: []].insert(entry.number)
        }
        pending = index
    }

    /// Records a change of a row's reference.
    mutating func move(_ source: Int64, from old: Int64?, to new: Int64?) {
        if let new { nextPositions[new] = nil }
        guard pending != nil else { return }
        if let old { pending?[old]?.remove(source) }
        if let new { pending?[new, default: []].insert(source) }
    }

    /// A row that references another row, with its position among all rows with that reference.
    struct Arrival: Comparable {
        let destination: Int64
        let position: Int64
        let source: Int64

        static func < (left: Arrival, right: Arrival) -> Bool {
            (left.destination, left.position, left.source)
                < (right.destination, right.position, right.source)
        }
    }

    /// Discards all data, because a save or a refresh has made it stale.
    mutating func forget() { self = ReferenceIndex() }
}
