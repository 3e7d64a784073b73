/// Answers "which rows refer to this one?" for one to-one relationship kept as a reference.
///
/// Committed answers come from the store; rows with pending changes are indexed here when somebody
/// first asks, and kept true from then on.
struct ReferenceIndex: Sendable {
    /// Where the committed rows that refer to one destination are.
    private struct Place: Sendable {
        let block: Int32
        let start: Int32
        let end: Int32
    }

    /// The places for destinations that somebody asked for, and their positions by destination.
    private var places: [Place] = []
    private var positions = IntegerTable()
    /// Numbers of committed rows that came in together, destination after destination.
    private var blocks: [[Int64]] = []
    private var pending: [Int64: Set<Int64>]?
    /// By destination: a place behind all rows that refer to it, where it is known.
    var nextPlaces: [Int64: Int64] = [:]

    /// Whether a row that refers elsewhere makes a difference here.
    var wantsMoves: Bool { pending != nil || !nextPlaces.isEmpty }

    /// Whether rows with pending changes are indexed, so that changes must be noted.
    var isIndexed: Bool { pending != nil }

    func isLoaded(_ destination: Int64) -> Bool { positions[destination] != nil }

    /// Takes over which committed rows refer to destinations of which none is loaded.
    ///
    /// - Parameters:
    ///   - arrivals: The rows, sorted by destination and by the order of the relationship back; those
    ///     that refer elsewhere do not count.
    ///   - destinations: The destinations, each once, in ascending order.
    mutating func load(_ arrivals: [Arrival], at destinations: [Int64]) {
        positions.reserve(destinations.count)
        places.reserveCapacity(max(places.count + destinations.count, places.count * 2))
        var block: [Int64] = []
        block.reserveCapacity(arrivals.count)
        var next = 0
        for destination in destinations {
            let start = block.count
            while next < arrivals.count, arrivals[next].destination <= destination {
                if arrivals[next].destination == destination { block.append(arrivals[next].source) }
                next += 1
            }
            positions.set(destination, places.count)
            places.append(
                Place(
                    block: Int32(blocks.count), start: Int32(start), end: Int32(block.count)))
        }
        blocks.append(block)
    }

    /// The committed rows that refer to a destination, in the order of the relationship back.
    func committed(at destination: Int64) -> ArraySlice<Int64> {
        guard let position = positions[destination] else { return [] }
        let place = places[position]
        return blocks[Int(place.block)][Int(place.start)..<Int(place.end)]
    }

    /// Rows with pending changes that refer to a destination.
    func pending(at destination: Int64) -> Set<Int64> { pending?[destination] ?? [] }

    /// Indexes the rows with pending changes; only rows of `sources` have the slot.
    mutating func index(_ table: GraphTable, slot: Int, sources: EntityLayout) {
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

    /// Notes that a row refers elsewhere now.
    mutating func move(_ source: Int64, from old: Int64?, to new: Int64?) {
        if let new { nextPlaces[new] = nil }
        guard pending != nil else { return }
        if let old { pending?[old]?.remove(source) }
        if let new { pending?[new, default: []].insert(source) }
    }

    /// One row that refers to another one, and its place among those that do.
    struct Arrival: Comparable {
        let destination: Int64
        let place: Int64
        let source: Int64

        static func < (left: Arrival, right: Arrival) -> Bool {
            (left.destination, left.place, left.source)
                < (right.destination, right.place, right.source)
        }
    }

    /// Forgets everything, as a save or a refresh makes it stale.
    mutating func forget() { self = ReferenceIndex() }
}
