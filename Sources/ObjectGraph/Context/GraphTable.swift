/// The rows of one inheritance tree that a context knows: what is loaded, new, changed or deleted.
///
/// Rows lie densely in the order they became known, and their positions stay valid for the life of
/// the context: what is forgotten keeps its place without its values.
package struct GraphTable: Sendable {
    /// One row and what the context did to it.
    package struct Entry: Sendable {
        package var number: Int64
        package var entity: Int
        package var version: Int64
        package var state: State
        package var row: Row
    }

    package enum State: Sendable {
        /// As it is in the store.
        case clean
        /// Without values that can be relied on: it was read before the context last turned to a newer
        /// state of the store, or only some slots of it were, which ``GraphTable/part(_:of:near:)``
        /// gives.
        case stale
        /// Not in the store yet.
        case inserted
        /// Written to since it was loaded; it may have got its old values back.
        case updated
        /// To be deleted by the next save.
        case deleted
        /// Nowhere: inserted and deleted again, or not found in the store.
        case gone

        /// Whether the row takes part in the graph and its values are known.
        var isLive: Bool {
            switch self {
            case .clean, .inserted, .updated: true
            case .stale, .deleted, .gone: false
            }
        }
    }

    package private(set) var entries: [Entry] = []
    /// Positions of the entries that a save has to look at, in the order they were first changed.
    package private(set) var changed: [Int] = []
    /// Whether there may be rows that take no part in the graph.
    package private(set) var hasDead = false
    private var originals: [Int: Row] = [:]
    private var positions = IntegerTable()

    package init() {}

    /// The position of a row that is known.
    package func position(of number: Int64) -> Int? { positions[number] }

    /// The position of a row that takes part in the graph and whose values are known; `place` is where
    /// it probably is.
    func livePosition(of number: Int64, near place: Int) -> Int? {
        self.place(of: number, near: place).flatMap { entries[$0].state.isLive ? $0 : nil }
    }

    /// The position of a row that is known, which is probably at a place.
    private func place(of number: Int64, near place: Int) -> Int? {
        entries.indices.contains(place) && entries[place].number == number
            ? place : positions[number]
    }

    /// The row as it is in the store; `nil` for a new one.
    package func original(at position: Int) -> Row? {
        switch entries[position].state {
        case .clean: entries[position].row
        case .updated, .deleted: originals[position]
        case .inserted, .gone, .stale: nil
        }
    }

    /// Whether the row takes part in the graph, as far as is known.
    package func isAlive(at position: Int) -> Bool {
        switch entries[position].state {
        case .clean, .inserted, .updated, .stale: true
        case .deleted, .gone: false
        }
    }

    /// Whether the store has been asked for the row, or need not be.
    package func isLoaded(_ number: Int64) -> Bool {
        positions[number].map { entries[$0].state != .stale } ?? false
    }

    /// The value of a slot and the entity of the row, if that is one of which only some slots were read.
    func part(_ slot: Int, of number: Int64, near place: Int) -> (entity: Int, value: Value?)? {
        guard let position = self.place(of: number, near: place), entries[position].row.isPart
        else { return nil }
        return (entries[position].entity, entries[position].row.part(slot))
    }

    /// Takes over a row that was read, unless a change of it is pending; one of which only some slots
    /// were read takes the place of nothing that is whole.
    ///
    /// Returns its position.
    @discardableResult
    mutating func load(_ stored: StoredRow) -> Int {
        let entry = Entry(
            number: stored.number, entity: stored.entity, version: stored.version,
            state: stored.row.isPart ? .stale : .clean, row: stored.row)
        let position = positions.find(stored.number, orInsert: entries.count)
        guard position < entries.count else {
            entries.append(entry)
            return position
        }
        switch entries[position].state {
        case .clean where entry.state == .stale: break
        case .clean, .stale, .gone: entries[position] = entry
        case .inserted, .updated, .deleted: break
        }
        return position
    }

    /// Takes over rows that were read, but for those of which a change is pending.
    ///
    /// Returns their positions.
    @discardableResult
    mutating func load(_ rows: [StoredRow]) -> [Int] {
        if rows.count > 1 { reserveEntries(rows.count) }
        var positions: [Int] = []
        positions.reserveCapacity(rows.count)
        for row in rows { positions.append(load(row)) }
        return positions
    }

    /// Remembers that the store has no row of this number, if none is loaded.
    mutating func markMissing(_ number: Int64) {
        guard !isLoaded(number) else { return }
        hasDead = true
        let entry = Entry(number: number, entity: -1, version: 0, state: .gone, row: Row([]))
        if let position = positions[number] {
            entries[position] = entry
        } else {
            append(entry)
        }
    }

    /// Adds a new row.
    ///
    /// Returns its position.
    @discardableResult
    mutating func insert(_ row: Row, number: Int64, entity: Int) -> Int {
        let entry = Entry(number: number, entity: entity, version: 0, state: .inserted, row: row)
        changed.append(entries.count)
        return append(entry)
    }

    /// Adds the rows of a block.
    mutating func insert(_ rows: RowBlock, numbers: [Int64], entity: Int) {
        reserve(numbers.count)
        for (place, number) in numbers.enumerated() {
            positions.set(number, entries.count)
            changed.append(entries.count)
            entries.append(
                Entry(
                    number: number, entity: entity, version: 0, state: .inserted,
                    row: Row(rows, at: place)))
        }
    }

    /// Makes room for further rows.
    mutating func reserve(_ additional: Int) {
        reserveEntries(additional)
        if changed.count + additional > changed.capacity {
            changed.reserveCapacity(max(changed.count + additional, changed.count * 2))
        }
    }

    private mutating func reserveEntries(_ additional: Int) {
        // Arrays reserve exactly what they are asked for; one row at a time would be quadratic.
        if entries.count + additional > entries.capacity {
            entries.reserveCapacity(max(entries.count + additional, entries.count * 2))
        }
        positions.reserve(additional)
    }

    /// Writes a slot; an equal value is not written.
    mutating func set(_ value: Value, slot: Int, at position: Int) {
        guard entries[position].row[slot] != value else { return }
        markUpdated(position)
        entries[position].row[slot] = value
    }

    /// Writes a whole row that is known to differ.
    mutating func replace(_ row: Row, at position: Int) {
        markUpdated(position)
        entries[position].row = row
    }

    mutating func delete(at position: Int) {
        hasDead = true
        switch entries[position].state {
        case .clean:
            originals[position] = entries[position].row
            changed.append(position)
            entries[position].state = .deleted
        case .updated: entries[position].state = .deleted
        case .inserted: entries[position].state = .gone
        case .deleted, .gone, .stale: break
        }
    }

    /// Forgets what was read; pending changes stay.
    ///
    /// - Complexity: O(*n*) in the rows that are known.
    mutating func forgetRead() {
        let pending = Set(changed)
        for position in entries.indices where !pending.contains(position) { forget(position) }
    }

    /// Forgets what was read and what was changed, since it is saved or not wanted.
    ///
    /// - Complexity: O(*n*) in the rows that are known.
    mutating func forgetAll() {
        for position in entries.indices { forget(position) }
        originals = [:]
        changed = []
    }

    private mutating func forget(_ position: Int) {
        entries[position].state = .stale
        entries[position].row = Row([])
    }

    private mutating func markUpdated(_ position: Int) {
        guard entries[position].state == .clean else { return }
        originals[position] = entries[position].row
        entries[position].state = .updated
        changed.append(position)
    }

    @discardableResult
    private mutating func append(_ entry: Entry) -> Int {
        positions.set(entry.number, entries.count)
        entries.append(entry)
        return entries.count - 1
    }
}

extension GraphTable.Entry {
    /// The row in the form stores exchange.
    package var stored: StoredRow {
        StoredRow(number: number, entity: entity, version: version, row: row)
    }
}
