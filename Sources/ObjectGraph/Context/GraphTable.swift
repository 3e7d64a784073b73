/// The rows of one inheritance tree that a context knows: what is loaded, new, changed or deleted.
///
/// Rows lie densely in the order they became known; their positions stay valid until the context
/// is refreshed or rolled back.
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
        /// Not in the store yet.
        case inserted
        /// Written to since it was loaded; it may have got its old values back.
        case updated
        /// To be deleted by the next save.
        case deleted
        /// Nowhere: inserted and deleted again, or not found in the store.
        case gone
    }

    package private(set) var entries: [Entry] = []
    /// Positions of the entries that a save has to look at, in the order they were first changed.
    package private(set) var changed: [Int] = []
    private var originals: [Int: Row] = [:]
    private var positions = IntegerTable()

    package init() {}

    /// The position of a row that is known.
    package func position(of number: Int64) -> Int? { positions[number] }

    /// The row as it is in the store; `nil` for a new one.
    package func original(at position: Int) -> Row? {
        switch entries[position].state {
        case .clean: entries[position].row
        case .updated, .deleted: originals[position]
        case .inserted, .gone: nil
        }
    }

    /// Whether the row takes part in the graph.
    package func isAlive(at position: Int) -> Bool {
        switch entries[position].state {
        case .clean, .inserted, .updated: true
        case .deleted, .gone: false
        }
    }

    /// Takes over a row that was read, unless a change of it is pending.
    ///
    /// Returns its position.
    @discardableResult
    mutating func load(_ stored: StoredRow) -> Int {
        let entry = Entry(
            number: stored.number, entity: stored.entity, version: stored.version, state: .clean,
            row: stored.row)
        guard let position = positions[stored.number] else { return append(entry) }
        if entries[position].state == .clean || entries[position].state == .gone {
            entries[position] = entry
        }
        return position
    }

    /// Remembers that the store has no row of this number.
    mutating func markMissing(_ number: Int64) {
        guard positions[number] == nil else { return }
        append(Entry(number: number, entity: -1, version: 0, state: .gone, row: Row([])))
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

    /// Makes room for further rows.
    mutating func reserve(_ additional: Int) {
        entries.reserveCapacity(entries.count + additional)
        changed.reserveCapacity(changed.count + additional)
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
        switch entries[position].state {
        case .clean:
            originals[position] = entries[position].row
            changed.append(position)
            entries[position].state = .deleted
        case .updated: entries[position].state = .deleted
        case .inserted: entries[position].state = .gone
        case .deleted, .gone: break
        }
    }

    /// Makes what was saved the new original.
    mutating func commit() {
        for position in changed {
            switch entries[position].state {
            case .inserted: entries[position].version = 1
            case .updated:
                if originals[position] != entries[position].row { entries[position].version += 1 }
            case .deleted, .gone:
                entries[position].state = .gone
                continue
            case .clean: continue
            }
            entries[position].state = .clean
        }
        originals = [:]
        changed = []
    }

    /// The same table with nothing but pending changes in it.
    func withoutClean() -> GraphTable {
        var table = GraphTable()
        for position in changed {
            if let original = originals[position] {
                table.originals[table.entries.count] = original
            }
            table.changed.append(table.entries.count)
            table.append(entries[position])
        }
        return table
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
