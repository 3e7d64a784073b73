package import ObjectGraph

/// The tables that store the objects of a model.
///
/// Names are taken from the model, so that people can read the tables with any tool. If two names
/// would clash, the later one is prefixed with its entity; existing names in a file are kept.
package struct StoreSchema: Sendable {
    package let dialect: any SQLDialect
    package let model: ManagedObjectModel
    /// The tables of objects, by the root entity of the tree.
    package let tables: [Int: StoreTable]
    /// The link tables, by relationship.
    package let joinTables: [Int: JoinTableSchema]
    /// The order of filling tables with new rows.
    package let order: FillingOrder
    /// The search indexes of the store, by the name of the table.
    package var searchIndexes: [String: SearchIndex] = [:]

    /// Names the tables of a model; names that a file already uses are kept.
    package init(
        _ model: ManagedObjectModel, existing: [StoreDefinition] = [], _ dialect: any SQLDialect
    ) {
        let names = Dictionary(
            existing.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
        var taken = Names([], dialect)
        for definition in existing where definition.isTable { taken.insert(definition.name) }
        var tables: [Int: StoreTable] = [:]
        for layout in model.layouts where layout.root == layout.index {
            let known = names[.init(entity: layout.name, property: "")]
            let name = known ?? taken.add(StoreSchema.allowed(layout.name, dialect))
            tables[layout.index] = StoreSchema.table(layout, name, model, names, dialect)
        }
        var links: [Int: JoinTableSchema] = [:]
        for relationship in model.relationships where relationship.storage == .links {
            let entity = model.layouts[relationship.entity]
            let known = names[StoreSchema.key(of: relationship, model)]
            let wanted = StoreSchema.allowed("\(entity.name)_\(relationship.name)", dialect)
            links[relationship.index] = JoinTableSchema(
                relationship: relationship.index, name: known ?? taken.add(wanted),
                hasPosition: relationship.isOrdered,
                hasInversePosition: !relationship.isSymmetric
                    && relationship.inverse.map { model.relationships[$0].isOrdered } ?? false,
                sourceRoot: entity.root,
                destinationRoot: model.layouts[relationship.destination].root)
        }
        self.dialect = dialect
        self.model = model
        self.tables = tables
        self.joinTables = links
        order = FillingOrder(tables)
    }

    /// Returns the name, prefixed if it is reserved by the database or by the store itself.
    package static func allowed(_ name: String, _ dialect: any SQLDialect) -> String {
        let lowercased = name.lowercased()
        let isReserved = lowercased.hasPrefix("mercator_") || dialect.isReserved(lowercased)
        return isReserved ? "entity_" + name : name
    }

    private static func table(
        _ root: EntityLayout, _ name: String, _ model: ManagedObjectModel,
        _ names: [StoreDefinition.Key: String], _ dialect: any SQLDialect
    ) -> StoreTable {
        var taken = Names(SystemColumn.all, dialect)
        let family = root.family.sorted { model.lineageCount($0) < model.lineageCount($1) }
        let own = family.map { model.layouts[$0] }.flatMap { layout in
            layout.slots.indices.filter { layout.slots[$0].entity == layout.index }
                .map { (layout: layout, slot: $0) }
        }
        for (layout, slot) in own {
            if let known = names[key(of: layout.slots[slot], model)] { taken.insert(known) }
        }
        var columns: [StoreColumn] = []
        for (layout, slot) in own {
            let content = layout.slots[slot]
            let column =
                names[key(of: content, model)]
                ?? taken.add(content.name, otherwise: "\(layout.name)_\(content.name)")
            columns.append(
                StoreColumn(
                    name: column, entity: layout.index, slot: slot, kind: kind(of: content),
                    destinationRoot: destinationRoot(of: content, model)))
        }
        let indexes = Dictionary(
            columns.enumerated().map { (DeclaredSlot(entity: $1.entity, slot: $1.slot), $0) },
            uniquingKeysWith: { first, _ in first })
        var columnIndices: [Int: [Int]] = [:]
        for layout in family.map({ model.layouts[$0] }) {
            columnIndices[layout.index] = layout.slots.indices.map { slot in
                indexes[DeclaredSlot(entity: layout.slots[slot].entity, slot: slot)] ?? 0
            }
        }
        return StoreTable(
            root: root.index, name: name, hasEntityColumn: root.family.count > 1,
            columns: columns, columnIndices: columnIndices)
    }

    private static func kind(of slot: SlotLayout) -> StoreColumn.Kind {
        slot.attribute.map { StoreColumn.Kind($0.type) } ?? .integer
    }

    private static func destinationRoot(of slot: SlotLayout, _ model: ManagedObjectModel) -> Int? {
        guard case .reference(let relationship) = slot.content else { return nil }
        return model.layouts[model.relationships[relationship].destination].root
    }
}

extension StoreSchema {
    /// Returns the name of an object in messages: `Article/42`.
    package func title(_ number: Int64, of entity: Int) -> String {
        let root = model.layouts[model.layouts[entity].root].name
        return ManagedObjectID(entityName: root, number: number).description
    }

    /// Returns the table that stores an entity's objects.
    package func table(of entity: Int) throws(StoreError) -> StoreTable {
        guard model.layouts.indices.contains(entity),
            let table = tables[model.layouts[entity].root]
        else { throw StoreError(.invalidRequest, "the model has no entity with index \(entity)") }
        return table
    }

    /// Returns the column that stores a slot of an entity.
    package func column(_ slot: Int, of entity: Int) throws(StoreError) -> StoreColumn {
        let table = try table(of: entity)
        guard let columnIndices = table.columnIndices[entity], columnIndices.indices.contains(slot)
        else {
            let name = model.layouts[entity].name
            throw StoreError(.invalidRequest, "\(name) has no slot with index \(slot)")
        }
        return table.columns[columnIndices[slot]]
    }

    /// Returns the column that stores a to-one relationship, with its table.
    package func reference(
        _ relationship: Int
    ) throws(StoreError) -> (table: StoreTable, column: StoreColumn) {
        let layout = model.relationships[relationship]
        guard case .reference(let slot) = layout.storage else {
            throw StoreError(
                .invalidRequest, "relationship '\(layout.name)' is not kept as a reference")
        }
        return (try table(of: layout.entity), try column(slot, of: layout.entity))
    }

    /// Returns the table that stores the links of a relationship.
    package func links(_ relationship: Int) throws(StoreError) -> JoinTableSchema {
        guard let table = joinTables[relationship] else {
            let name = model.relationships[relationship].name
            throw StoreError(.invalidRequest, "relationship '\(name)' is not kept as links")
        }
        return table
    }
}

extension StoreDefinition {
    fileprivate var isTable: Bool { key.property.isEmpty || text.hasPrefix("links to ") }
}

extension ManagedObjectModel {
    fileprivate func lineageCount(_ entity: Int) -> Int { entities[entity].ancestors.count }
}

/// A slot with the entity that declares it.
private struct DeclaredSlot: Hashable {
    let entity: Int
    let slot: Int
}

/// A set of names in use, whose case is ignored, in the form that the database keeps.
private struct Names {
    private var lowercased: Set<String> = []
    private let dialect: any SQLDialect

    init(_ names: Set<String>, _ dialect: any SQLDialect) {
        self.dialect = dialect
        for name in names { insert(name) }
    }

    mutating func insert(_ name: String) {
        lowercased.insert(name.lowercased())
    }

    /// Adds the name; or the alternative if the name is in use; or else the alternative
    /// with a number.
    mutating func add(_ name: String, otherwise other: String? = nil) -> String {
        var candidate = dialect.name(name)
        var number = 1
        while !lowercased.insert(candidate.lowercased()).inserted {
            candidate = dialect.name(
                number == 1 ? other ?? "\(name)_2" : "\(other ?? name)_\(number)")
            number += 1
        }
        return candidate
    }
}
