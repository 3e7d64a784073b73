/// The content of an in-memory store, as one value: a copy is a snapshot.
///
/// A snapshot shares storage with the store until a commit writes, so creating one is cheap, and a
/// commit copies only while a snapshot exists.
struct MemoryState: Sendable {
    /// An object that all copies share.
    private final class Mark: Sendable {}

    private var mark = Mark()
    let model: ManagedObjectModel
    /// The tables, by the index of the root entity; tables of other entities stay empty.
    var tables: [MemoryTable]
    /// The referencing rows, by relationship, for relationships stored as references.
    var referrers: [NumberGroups]
    /// The links, by relationship, for relationships stored as links.
    var links: [MemoryLinks]
    var indexes: [MemoryIndex]
    var searchIndexes: [MemorySearchIndex]
    var connections: [ConnectionDescription] = []
    /// A number that changes with each commit of objects or connections.
    var version = 0
    /// The outstanding checks of commits, by name.
    var marks: [String: String] = [:]
    /// The texts of metadata, by name.
    var metadata = NamedValues<String>()

    init(model: ManagedObjectModel) {
        self.model = model
        tables = Array(repeating: MemoryTable(), count: model.entities.count)
        referrers = Array(repeating: NumberGroups(), count: model.relationships.count)
        links = Array(repeating: MemoryLinks(), count: model.relationships.count)
        searchIndexes = MemorySearchIndex.indexes(of: model)
        indexes = model.layouts.flatMap { layout in
            layout.uniqueness.map {
                MemoryIndex(entity: layout.index, slots: $0, isUnique: true, model: model)
            }
        }
    }

    /// Tests whether a copy of this state exists.
    mutating func isShared() -> Bool { !isKnownUniquelyReferenced(&mark) }

    /// Separates this state, after changes to a copy of another state.
    mutating func becomeOwn() { mark = Mark() }

    /// Removes all rows, links and metadata.
    ///
    /// Numbers are not reused, and indexes and connections remain.
    mutating func removeAll() {
        metadata = NamedValues<String>()
        for root in tables.indices { tables[root].removeAll() }
        referrers = Array(repeating: NumberGroups(), count: model.relationships.count)
        links = Array(repeating: MemoryLinks(), count: model.relationships.count)
        searchIndexes = MemorySearchIndex.indexes(of: model)
        indexes = indexes.map { index in
            MemoryIndex(
                entity: index.entity, slots: index.slots, isUnique: index.isUnique, model: model)
        }
    }

    /// Returns the name of an object in messages.
    func name(root: Int, number: Int64) -> String {
        ManagedObjectID(entityName: model.layouts[root].name, number: number).description
    }
}

/// A slot that holds the number of another row.
struct MemoryReference: Sendable {
    let relationship: Int
    let slot: Int
    let destinationRoot: Int
}

extension ManagedObjectModel {
    /// The slots of rows that reference other rows, by entity.
    var memoryReferences: [[MemoryReference]] {
        layouts.map { layout in
            layout.relationships.compactMap { relationship in
                guard case .reference(let slot) = relationships[relationship].storage else {
                    return nil
                }
                return MemoryReference(
                    relationship: relationship, slot: slot,
                    destinationRoot: root(ofDestination: relationship))
            }
        }
    }
}

extension MemoryState: GraphNavigator {
    func storedRow(root: Int, number: Int64) -> StoredRow? { tables[root][number] }

    func destinations(of relationship: Int, from number: Int64) -> [Int64] {
        let layout = model.relationships[relationship]
        switch layout.storage {
        case .reference(let slot):
            let row = tables[model.layouts[layout.entity].root][number]?.row
            return row?.reference(slot).map { [$0] } ?? []
        case .inverseReference(let other):
            let sources = referringRows(other, to: number).map(\.number)
            return layout.isToMany ? sources : Array(sources.prefix(1))
        case .links: return links[relationship].links(from: number).map(\.destination)
        case .inverseLinks(let other): return links[other].links(to: number).map(\.source)
        }
    }

    /// Returns the rows that reference an object, in the order of the inverse.
    func referringRows(_ relationship: Int, to number: Int64) -> [StoredRow] {
        referringRows(relationship, to: [number])
    }

    /// Returns the rows that reference the given objects, grouped by object.
    ///
    /// The rows of each object are in the order of the inverse.
    func referringRows(_ relationship: Int, to numbers: [Int64]) -> [StoredRow] {
        let layout = model.relationships[relationship]
        let table = tables[model.layouts[layout.entity].root]
        let position = model.positionSlot(of: layout)
        let referrers = referrers[relationship]
        var rows: [StoredRow] = []
        for number in numbers {
            let start = rows.count
            for source in referrers.numbers(of: number) {
                if let row = table[source] { rows.append(row) }
            }
            guard let position, rows.count - start > 1 else { continue }
            func sortKey(_ stored: StoredRow) -> (Int64, Int64) {
                (stored.row.reference(position) ?? .max, stored.number)
            }
            for index in start + 1..<rows.count
            where sortKey(rows[index]) < sortKey(rows[index - 1]) {
                rows[start...].sort { sortKey($0) < sortKey($1) }
                break
            }
        }
        return rows
    }
}
