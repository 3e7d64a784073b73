/// Answers "which rows refer to this one?" for one to-one relationship kept as a reference.
///
/// Committed answers come from the store; rows with pending changes are indexed here when somebody
/// first asks, and kept true from then on.
struct ReferenceIndex: Sendable {
    /// Numbers of committed rows by destination, for destinations that somebody asked for.
    private var arrivals: [Int64: [Int64]] = [:]
    private var pending: [Int64: Set<Int64>]?
    /// By destination: a place behind all rows that refer to it, where it is known.
    var nextPlaces: [Int64: Int64] = [:]

    /// Whether a row that refers elsewhere makes a difference here.
    var wantsMoves: Bool { pending != nil || !nextPlaces.isEmpty }

    /// Whether rows with pending changes are indexed, so that changes must be noted.
    var isIndexed: Bool { pending != nil }

    func isLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    mutating func load(_ sources: [Int64], at destination: Int64) {
        arrivals[destination] = sources
    }

    func committed(at destination: Int64) -> [Int64] { arrivals[destination] ?? [] }

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

    /// Forgets everything, as a save or a refresh makes it stale.
    mutating func forget() { self = ReferenceIndex() }
}
