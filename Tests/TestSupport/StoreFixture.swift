package import ObjectGraph

/// An open store of the ``ContractModel`` with access by names.
package struct StoreFixture {
    package let model: ManagedObjectModel
    package let backend: any StoreBackend

    /// Opens a store of another model, or of the ``ContractModel``.
    package init(_ store: any PersistentStore, _ model: ManagedObjectModel? = nil) throws {
        self.model = try model ?? ContractModel.make()
        backend = try store.open(for: self.model).backend
    }

    /// A name that does not occur in the model.
    package struct UnknownName: Error {
        package let name: String
    }

    /// Returns the index of an entity.
    package func entity(_ name: String) throws -> Int {
        guard let index = model.index(ofEntity: name) else { throw UnknownName(name: name) }
        return index
    }

    /// Returns the index of an entity's root entity.
    package func root(_ name: String) throws -> Int { model.layouts[try entity(name)].root }

    /// Returns the slots of an entity's properties.
    package func slots(_ entity: String, _ names: [String]) throws -> [Int] {
        let layout = model.layouts[try self.entity(entity)]
        return try names.map { name in
            guard let slot = layout.slotIndexes[name] else { throw UnknownName(name: name) }
            return slot
        }
    }

    /// Returns the index of a relationship.
    package func relationship(_ entity: String, _ name: String) throws -> Int {
        guard let layout = model.relationship(named: name, of: try self.entity(entity)) else {
            throw UnknownName(name: name)
        }
        return layout.index
    }

    /// Creates a row with a reserved number, without inserting it.
    package func row(_ entity: String, _ values: [String: Value] = [:]) throws -> StoredRow {
        let index = try self.entity(entity)
        let numbers = try backend.reserveNumbers(1, root: try root(entity))
        var row = model.layouts[index].defaults
        for (name, value) in values { row[try slots(entity, [name])[0]] = value }
        return StoredRow(number: numbers.lowerBound, entity: index, version: 1, row: row)
    }

    /// Inserts a row in a separate commit.
    @discardableResult
    package func insert(_ entity: String, _ values: [String: Value] = [:]) throws -> StoredRow {
        let row = try row(entity, values)
        try commit { $0.inserted = [row] }
        return row
    }

    /// Commits the changes that a closure adds to a change set.
    package func commit(_ fill: (inout ChangeSet) throws -> Void) throws {
        var changes = ChangeSet()
        try fill(&changes)
        try backend.commit(changes)
    }

    /// Creates an update of some properties of a row.
    package func update(_ row: StoredRow, _ values: [String: Value]) throws -> RowUpdate {
        let entity = model.layouts[row.entity].name
        var row = row
        for (name, value) in values { row.row[try slots(entity, [name])[0]] = value }
        return RowUpdate(row: row, changedSlots: try slots(entity, Array(values.keys)).sorted())
    }

    /// Creates the deletion of a row.
    package func deletion(_ row: StoredRow) -> RowDeletion {
        RowDeletion(number: row.number, entity: row.entity, version: row.version)
    }

    /// Creates changes of the links of a relationship.
    package func links(
        _ entity: String, _ name: String, stored: [StoredLink] = [], removed: [StoredLink] = []
    ) throws -> LinkChanges {
        var changes = LinkChanges(relationship: try relationship(entity, name))
        changes.stored = stored
        changes.removed = removed
        return changes
    }

    /// Returns the numbers of the matching rows, in order.
    package func numbers(
        _ entity: String, _ predicate: EntityPredicate = .true, sortedBy keys: [SortKey] = [],
        limit: Int? = nil, offset: Int = 0, includesSubentities: Bool = true
    ) throws -> [Int64] {
        let request = RowRequest(
            entity: try self.entity(entity), includesSubentities: includesSubentities,
            predicate: predicate, sortKeys: keys, limit: limit, offset: offset)
        return try backend.makeReader().rows(matching: request).map(\.number)
    }

    /// Returns the numbers of the rows with any of the keys, ascending.
    package func numbers(
        _ entity: String, by names: [String], keys: [[Value]]
    ) throws -> [Int64] {
        try backend.makeReader().rows(
            entity: try self.entity(entity), slots: try slots(entity, names), keys: keys
        ).map(\.number).sorted()
    }

    /// Returns the current row in the store with the number of a row.
    package func stored(_ row: StoredRow) throws -> StoredRow? {
        try backend.makeReader().rows(
            root: model.layouts[row.entity].root, numbers: [row.number]
        ).first
    }

    /// Returns the complete content of the store, for comparing states.
    package func content() throws -> StoreContent {
        let reader = try backend.makeReader()
        var content = StoreContent()
        for layout in model.layouts where layout.root == layout.index {
            content.rows += try reader.rows(matching: RowRequest(entity: layout.index))
        }
        for layout in model.relationships where layout.storage == .links {
            let sources = content.rows.filter { model.layouts[layout.entity].includes($0.entity) }
            content.links.append(
                Set(try reader.links(of: layout.index, from: sources.map(\.number))))
        }
        content.connections = try reader.connections()
        return content
    }
}

/// The complete content of a store.
package struct StoreContent: Sendable, Hashable {
    package var rows: [StoredRow] = []
    package var links: [Set<StoredLink>] = []
    package var connections: [ConnectionDescription] = []
}
