import ObjectGraph

/// Recreates the indexes of a file after its tables have changed.
///
/// Indexes of the model are created from the model. Indexes requested by loads are recreated with
/// new names, unless an attribute no longer exists; then the next load requests its index again.
struct IndexRenaming {
    let schema: StoreSchema
    let match: ModelMatch

    /// Drops all recorded indexes, and returns the ones requested by loads.
    func dropAll(_ session: any SQLSession) throws(StoreError) -> [IndexEntry] {
        try drop(session) { _, _ in true }
    }

    /// Drops indexes that the model no longer declares, and indexes of sub-entities.
    ///
    /// Their condition contains names of entities and may be outdated.
    func dropOutdated(_ session: any SQLSession) throws(StoreError) -> [IndexEntry] {
        let wanted = Set(
            schema.modelIndexes.map { index in
                let layout = schema.model.layouts[index.entity]
                return [layout.name] + index.slots.map { layout.slots[$0].name }
            })
        return try drop(session) { index, origin in
            let layout = schema.model.layout(named: index.entity)
            return layout?.root != layout?.index
                || origin == .model && !wanted.contains([index.entity] + index.attributes)
        }
    }

    private func drop(
        _ session: any SQLSession,
        where isOutdated: (IndexEntry, IndexKeeper.Origin) -> Bool
    ) throws(StoreError) -> [IndexEntry] {
        let rows = try session.query(
            "SELECT name, origin, \(IndexEntry.columns) FROM mercator_indexes"
        ) { (row) throws(StoreError) in
            let origin = IndexKeeper.Origin(rawValue: row.text(1)) ?? .load
            return (name: row.text(0), origin: origin, index: IndexEntry(row, from: 2))
        }.filter { isOutdated($0.index, $0.origin) }
        let keeper = IndexKeeper(schema)
        for row in rows { try keeper.drop(row.name, session) }
        return rows.filter { $0.origin == .load }.map(\.index)
    }

    /// Creates the model's indexes, then the ones requested by loads.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` if objects violate a new
    ///   uniqueness constraint.
    func make(
        _ remembered: [IndexEntry], _ path: String, _ session: any SQLSession
    ) throws(StoreError) {
        let keeper = IndexKeeper(schema)
        for index in schema.modelIndexes {
            do throws(StoreError) {
                try keeper.ensure(index, origin: .model, allowsPlain: false, session)
            } catch  where error.code == .uniqueness {
                let layout = schema.model.layouts[index.entity]
                let names = index.slots.map { layout.slots[$0].name }.joined(separator: ", ")
                let found = try sharing(index, session)
                throw .mismatch(
                    path,
                    [
                        SchemaDifference(
                            title: layout.name,
                            text: "\(found) share \(names) with another, "
                                + "the model says it is unique; make them differ with the earlier "
                                + "model, or in a migration step", need: .step)
                    ])
            }
        }
        for old in remembered {
            guard let index = renamed(old) else { continue }
            try keeper.ensure(index, origin: .load, allowsPlain: true, session)
        }
    }

    /// Returns the objects with duplicate unique keys.
    private func sharing(
        _ index: IndexDescription, _ session: any SQLSession
    ) throws(StoreError) -> ObjectCount {
        let table = try schema.table(of: index.entity)
        var columns: [String] = []
        for slot in index.slots { columns.append(try schema.column(slot, of: index.entity).sql) }
        var conditions = columns.map { "\($0) IS NOT NULL" }
        if index.entity != table.root {
            conditions.append(schema.familyCondition(of: index.entity))
        }
        let keys = columns.joined(separator: ", ")
        let id = SystemColumn.id.quotedName
        var found = ObjectCount()
        try found.add(
            "number",
            from: "(SELECT \(id) AS number, count(*) OVER (PARTITION BY \(keys)) AS users "
                + "FROM \(table.sql) WHERE \(conditions.joined(separator: " AND "))) "
                + "AS found WHERE users > 1",
            root: schema.model.layouts[table.root].name, session)
        return found
    }

    private func renamed(_ old: IndexEntry) -> IndexDescription? {
        guard let entity = match.index(ofStored: old.entity) else { return nil }
        let layout = schema.model.layouts[entity]
        let slots = old.attributes.compactMap { name in
            match.renamed(name, of: entity).flatMap { layout.slotIndexes[$0] }
        }
        guard slots.count == old.attributes.count else { return nil }
        return IndexDescription(entity: entity, slots: slots, isUnique: old.isUnique)
    }
}
