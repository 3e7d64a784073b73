/// Answers "which rows refer to this one?" for one to-one relationship kept as a reference.
///
/// Committed answers come from the store; rows with pending changes are indexed here when somebody
/// first asks, and kept true from then on.
struct ReferenceIndex: Sendable {
    /// Numbers of committed rows by destination, for destinations that somebody asked for.
    private var arrivals: [Int64: [Int64]] = [:]
    private var pending: [Int64: [Int64]]?

    func isLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    mutating func load(_ sources: [Int64], at destination: Int64) {
        arrivals[destination] = sources
    }

    func committed(at destination: Int64) -> [Int64] { arrivals[destination] ?? [] }

    /// Rows with pending changes that refer to a destination.
    mutating func pending(at destination: Int64, slot: Int, in table: GraphTable) -> [Int64] {
        if let pending { return pending[destination] ?? [] }
        var index: [Int64: [Int64]] = [:]
        for position in table.changed where table.isAlive(at: position) {
            let entry = table.entries[position]
            guard slot < entry.row.values.count, let target = entry.row.reference(slot) else {
                continue
            }
            index[target, default: []].append(entry.number)
        }
        pending = index
        return index[destination] ?? []
    }

    /// Notes that a row refers elsewhere now.
    mutating func move(_ source: Int64, from old: Int64?, to new: Int64?) {
        guard pending != nil else { return }
        if let old { pending?[old]?.removeAll { $0 == source } }
        if let new { pending?[new, default: []].append(source) }
    }

    /// Forgets the pending rows; they are indexed again when somebody asks.
    mutating func forgetPending() { pending = nil }

    /// Forgets everything, as a save or a refresh makes it stale.
    mutating func forget() {
        arrivals = [:]
        pending = nil
    }
}
