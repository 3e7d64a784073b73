/// Builds a report from collected changes, with names that identify objects to a reader.
struct ChangeReportBuilder {
    private typealias ObjectKey = ChangeCollector.ObjectKey
    private typealias Change = ChangeReport.RelationshipChange

    private let context: ManagedObjectContext
    private let collector: ChangeCollector
    /// The candidates for identifying slots by entity, best first.
    private let identitySlots: [[[Int]]]
    /// The changes of relationships, by object.
    private let links: [ObjectKey: [Int: ChangeCollector.LinkChange]]

    init(
        _ context: ManagedObjectContext, _ collector: ChangeCollector,
        _ identities: [IndexDescription]
    ) {
        self.context = context
        self.collector = collector
        let known = identities + context.state.indexes.filter(\.isUnique)
        identitySlots = context.model.layouts.map { layout in
            Self.identitySlots(of: layout, context.model, known)
        }
        var links: [ObjectKey: [Int: ChangeCollector.LinkChange]] = [:]
        for (key, change) in collector.links {
            let entity = context.model.relationships[key.relationship].entity
            let owner = ObjectKey(root: context.root(of: entity), number: key.number)
            links[owner, default: [:]][key.relationship] = change
        }
        self.links = links
    }

    /// Returns the report.
    ///
    /// Objects that are named in the report but not loaded are read, in one request for each tree.
    func report() throws(StoreError) -> ChangeReport {
        let keys = Set(collector.rows.keys).union(links.keys)
        var numbers: [Int: Set<Int64>] = [:]
        for key in keys { numbers[key.root, default: []].insert(key.number) }
        for (key, change) in collector.links {
            let root = context.root(
                of: context.model.relationships[key.relationship].destination)
            numbers[root, default: []].formUnion(change.added.keys)
            numbers[root, default: []].formUnion(change.removed)
            numbers[root, default: []].formUnion(change.moved.map(\.number))
        }
        for (root, numbers) in numbers.sorted(by: { $0.key < $1.key }) {
            try context.load(root: root, numbers.sorted())
        }
        // A row can differ only in its position in an ordered relationship, which is reported at
        // the other end.
        let objects = keys.map(object).filter { object in
            object.kind != .updated || !object.attributes.isEmpty || !object.relationships.isEmpty
        }.sorted { $0.name.identifier < $1.name.identifier }
        return ChangeReport(objects: objects)
    }

    private func object(_ key: ObjectKey) -> ChangeReport.ObjectChange {
        let row = collector.rows[key]
        let kind: ChangeReport.Kind =
            if let row, row.old == nil { .inserted } else if let row, row.new == nil {
                .deleted
            } else { .updated }
        let layout = context.model.layouts[content(key).entity]
        let changes = links[key] ?? [:]
        return ChangeReport.ObjectChange(
            name: name(key), kind: kind, attributes: row.map { attributes($0, layout) } ?? [],
            relationships: layout.relationships.compactMap { index in
                changes[index].map { relationship(context.model.relationships[index], $0) }
            })
    }

    private func attributes(
        _ row: ChangeCollector.RowChange, _ layout: EntityLayout
    ) -> [ChangeReport.AttributeChange] {
        layout.slots.enumerated().compactMap { slot, description in
            guard let attribute = description.attribute else { return nil }
            let (old, new) = (row.old?[slot] ?? .null, row.new?[slot] ?? .null)
            guard old != new else { return nil }
            return ChangeReport.AttributeChange(
                name: attribute.name, type: attribute.type, old: old, new: new)
        }
    }

    private func relationship(
        _ layout: RelationshipLayout, _ change: ChangeCollector.LinkChange
    ) -> Change {
        let root = context.root(of: layout.destination)
        func name(_ number: Int64) -> ChangeReport.ObjectName {
            self.name(ObjectKey(root: root, number: number))
        }
        let added = change.added.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        return Change(
            name: layout.name, isToMany: layout.isToMany, added: added.map(name),
            removed: change.removed.sorted().map(name),
            moved: change.moved.map {
                ChangeReport.Move(object: name($0.number), from: $0.from, to: $0.to)
            })
    }
}

/// Naming objects.
extension ChangeReportBuilder {
    /// Returns the entity of an object with its current row, or its last row if it is deleted.
    private func content(_ key: ObjectKey) -> (entity: Int, row: Row?) {
        if let change = collector.rows[key] { return (change.entity, change.new ?? change.old) }
        let table = context.state.tables[key.root]
        guard let position = table.position(of: key.number), table.isAlive(at: position) else {
            return (key.root, nil)
        }
        return (table.entries[position].entity, table.entries[position].row)
    }

    private func name(_ key: ObjectKey) -> ChangeReport.ObjectName {
        let (entity, row) = content(key)
        let layout = context.model.layouts[entity]
        let slots = row.flatMap { row in
            identitySlots[entity].first { $0.allSatisfy { !row[$0].isNull } }
        }
        let identity = (slots ?? []).compactMap { slot -> ChangeReport.IdentityValue? in
            guard let row, let attribute = layout.slots[slot].attribute else { return nil }
            return ChangeReport.IdentityValue(
                name: attribute.name, type: attribute.type, value: row[slot])
        }
        return ChangeReport.ObjectName(
            identifier: context.objectID(root: key.root, key.number), entityName: layout.name,
            identity: identity)
    }

    /// Returns the slot sets that identify objects of an entity, in order of precedence.
    ///
    /// The slots used for lookups come first, then declared identification attributes, then unique
    /// slots.
    private static func identitySlots(
        of layout: EntityLayout, _ model: ManagedObjectModel, _ known: [IndexDescription]
    ) -> [[Int]] {
        let own = known.filter { $0.entity == layout.index }
        let inherited = known.filter {
            $0.entity != layout.index && model.layouts[$0.entity].includes(layout.index)
        }
        let entity = model.entities[layout.index]
        let declared = ([entity] + entity.ancestors).map { declaring in
            let names = declaring.userInfo["identificationAttributes"]?.names ?? []
            let slots = names.compactMap { layout.slotIndexes[$0] }
            return slots.count == names.count ? slots : []
        }
        let ancestors = model.layouts.filter {
            $0.index != layout.index && $0.includes(layout.index)
        }
        let unique = ([layout] + ancestors).flatMap(\.uniqueness)
        return ((own + inherited).map(\.slots) + declared + unique).filter { !$0.isEmpty }
    }
}
