/// The rows of one inheritance tree in a context: loaded, new, changed or deleted.
///
/// Rows are stored densely in registration order. Positions stay valid for the lifetime of the
/// context: a discarded row keeps its position without its values.
package struct RowTable: Sendable {
    /// One row with its state in the context.
    package struct Entry: Sendable {
        package var number: Int64
        package var entity: Int
        package var version: Int64
        package var state: State
        package var row: Row
    }

    package enum State: Sendable {
        /// The row equals the stored row.
        case clean
        /// The values are not reliable.
        ///
        /// They were read before the context switched to a newer state of the store, or only some
        /// slots were read; ``RowTable/part(_:of:near:)`` returns the values of these slots.
        case stale
        /// The row is not in the store yet.
        case inserted
        /// The row was written since it was loaded; its values may be the original ones again.
        case updated
        /// The row will be deleted by the next save.
        case deleted
        /// The row does not exist: it was inserted and deleted again, or is not in the store.
        case gone

        /// Indicates whether the row exists in the graph and its values are loaded.
        var isLive: Bool {
            switch self {
            case .clean, .inserted, .updated: true
            case .stale, .deleted, .gone: false
            }
        }
    }

    package private(set) var entries: [Entry] = []
    /// The positions of the entries that a save examines, in the order of their first change.
    package private(set) var changed: [Int] = []
    /// Indicates whether the table may contain rows that do not exist in the graph.
    package private(set) var hasDead = false
    private var originals: [Int: Row] = [:]
    private var positions = IntegerTable()

    package init() {}

    /// Returns the position of a registered row.
    package func position(of number: Int64) -> Int? { positions[number] }

    /// Returns the position of an existing row with loaded values; `hint` is the likely position.
    func livePosition(of number: Int64, near hint: Int) -> Int? {
        self.position(of: number, near: hint).flatMap { entries[$0].state.isLive ? $0 : nil }
    }

    /// Returns the position of a registered row; `hint` is its likely position.
    private func position(of number: Int64, near hint: Int) -> Int? {
        entries.indices.contains(hint) && entries[hint].number == number
            ? hint : positions[number]
    }

    /// Returns the stored row; `nil` for a new row, or a row without reliable values.
    package func original(at position: Int) -> Row? {
        switch entries[position].state {
        case .clean: entries[position].row
        case .updated, .deleted: originals[position]
        case .inserted, .gone, .stale: nil
        }
    }

    /// Tests whether the row exists in the graph; a row without reliable values counts as existing.
    package func isAlive(at position: Int) -> Bool {
        switch entries[position].state {
        case .clean, .inserted, .updated, .stale: true
        case .deleted, .gone: false
        }
    }

    /// Returns whether the row is loaded, new, or confirmed missing, so that no read is needed.
    package func isLoaded(_ number: Int64) -> Bool {
        positions[number].map { entries[$0].state != .stale } ?? false
    }

    /// Returns a slot's value and the row's entity if only some slots of the row were read.
    func part(_ slot: Int, of number: Int64, near hint: Int) -> (entity: Int, value: Value?)? {
        guard let position = self.position(of: number, near: hint), entries[position].row.isPart
        else { return nil }
        return (entries[position].entity, entries[position].row.part(slot))
    }

    /// Registers a row that was read, unless it has pending changes, and returns its position.
    ///
    /// A row that was read in part does not replace a complete one.
    @discardableResult
    mutating func load(_ stored: StoredRow) -> Int {
        let position = positions.find(stored.number, orInsert: entries.count)
        if position == entries.count {
            entries.append(Entry(stored))
        } else {
            reload(stored, at: position)
        }
        return position
    }

    private mutating func reload(_ stored: StoredRow, at position: Int) {
        switch entries[position].state {
        case .clean where stored.row.isPart: break
        case .clean, .stale, .gone: entries[position] = Entry(stored)
        case .inserted, .updated, .deleted: break
        }
    }

    /// Registers rows without pending changes that were read, and returns their positions.
    @discardableResult
    mutating func load(_ rows: [StoredRow]) -> [Int] {
        if rows.count > 1 { reserveEntries(rows.count) }
        return rows.map { load($0) }
    }

    /// Registers that the store has no row with this number, unless the row is loaded.
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

    /// Adds a new row and returns its position.
    @discardableResult
    mutating func insert(_ row: Row, number: Int64, entity: Int) -> Int {
        let entry = Entry(number: number, entity: entity, version: 0, state: .inserted, row: row)
        changed.append(entries.count)
        return append(entry)
    }

    /// Adds the rows of a block as new rows.
    mutating func insert(_ rows: RowBlock, numbers: [Int64], entity: Int) {
        reserve(numbers.count)
        for (index, number) in numbers.enumerated() {
            positions.set(number, entries.count)
            changed.append(entries.count)
            entries.append(
                Entry(
                    number: number, entity: entity, version: 0, state: .inserted,
                    row: Row(rows, at: index)))
        }
    }

    /// Reserves capacity for further rows.
    mutating func reserve(_ additional: Int) {
        reserveEntries(additional)
        if changed.count + additional > changed.capacity {
            changed.reserveCapacity(max(changed.count + additional, changed.count * 2))
        }
    }

    private mutating func reserveEntries(_ additional: Int) {
        // `reserveCapacity` allocates exactly the requested capacity; for single rows that would be
        // quadratic.
        if entries.count + additional > entries.capacity {
            entries.reserveCapacity(max(entries.count + additional, entries.count * 2))
        }
        positions.reserve(additional)
    }

    /// Writes a slot unless it has an equal value.
    mutating func set(_ value: Value, slot: Int, at position: Int) {
        guard entries[position].row[slot] != value else { return }
        markUpdated(position)
        entries[position].row[slot] = value
    }

    /// Replaces a row with a different row.
    mutating func replace(_ row: Row, at position: Int) {
        markUpdated(position)
        entries[position].row = row
    }

    /// Replaces the original of a row, which represents the stored row.
    mutating func rebase(_ original: Row, at position: Int) {
        markUpdated(position)
        originals[position] = original
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

    /// Discards loaded rows; pending changes remain.
    ///
    /// - Complexity: O(*n*) in the number of registered rows.
    mutating func forgetRead() {
        let pending = Set(changed)
        for position in entries.indices where !pending.contains(position) { forget(position) }
    }

    /// Discards loaded rows and changes, after a save or to undo all changes.
    ///
    /// - Complexity: O(*n*) in the number of registered rows.
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

extension RowTable.Entry {
    /// Creates an entry for a row that was read.
    fileprivate init(_ stored: StoredRow) {
        self.init(
            number: stored.number, entity: stored.entity, version: stored.version,
            state: stored.row.isPart ? .stale : .clean, row: stored.row)
    }

    /// The row in the form that stores read and write.
    package var stored: StoredRow {
        StoredRow(number: number, entity: entity, version: version, row: row)
    }
}
