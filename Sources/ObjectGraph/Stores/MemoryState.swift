/// Everything an in-memory store holds, as one value: a copy of it is a snapshot.
///
/// A snapshot shares its memory with the store until a commit writes, so taking one is cheap, and a
/// commit copies only if somebody still holds one.
struct MemoryState: Sendable {
    let model: ManagedObjectModel
    /// By the index of a root entity; others stay empty.
    var tables: [MemoryTable]
    /// By relationship: who refers to whom, for relationships kept as references.
    var referrers: [NumberGroups]
    /// By relationship, for relationships kept as links.
    var links: [MemoryLinks]
    var indexes: [MemoryIndex]
    var connections: [ConnectionDescription] = []
    /// Another one after each commit.
    var version = 0
    /// What commits have left to check, by name.
    var marks: [String: String] = [:]
    /// By name.
    var checkpoints: [String: String] = [:]

    init(model: ManagedObjectModel) {
        self.model = model
        tables = Array(repeating: MemoryTable(), count: model.entities.count)
        referrers = Array(repeating: NumberGroups(), count: model.relationships.count)
        links = Array(repeating: MemoryLinks(), count: model.relationships.count)
        indexes = model.layouts.flatMap { layout in
            layout.uniqueness.map {
                MemoryIndex(entity: layout.index, slots: $0, isUnique: true, model: model)
            }
        }
    }

    /// Removes every row, link and checkpoint; numbers stay used, indexes and connections stay known.
    mutating func removeAll() {
        checkpoints = [:]
        for root in tables.indices { tables[root].removeAll() }
        referrers = Array(repeating: NumberGroups(), count: model.relationships.count)
        links = Array(repeating: MemoryLinks(), count: model.relationships.count)
        indexes = indexes.map { index in
            MemoryIndex(
                entity: index.entity, slots: index.slots, isUnique: index.isUnique, model: model)
        }
    }

    /// How messages name an object.
    func name(root: Int, number: Int64) -> String {
        ManagedObjectID(entityName: model.layouts[root].name, number: number).description
    }

    /// The slots of a row that refer to other rows.
    func references(ofEntity entity: Int) -> [MemoryReference] {
        model.layouts[entity].relationships.compactMap { relationship in
            guard case .reference(let slot) = model.relationships[relationship].storage else {
                return nil
            }
            return MemoryReference(
                relationship: relationship, slot: slot,
                destinationRoot: model.root(ofDestination: relationship))
        }
    }
}

/// A slot that holds the number of another row.
struct MemoryReference: Sendable {
    let relationship: Int
    let slot: Int
    let destinationRoot: Int
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

    /// The rows that refer to an object, in the order of the relationship back.
    func referringRows(_ relationship: Int, to number: Int64) -> [StoredRow] {
        referringRows(relationship, to: [number])
    }

    /// The rows that refer to one of some objects: for one after the other, in the order of the
    /// relationship back.
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
            func place(_ stored: StoredRow) -> (Int64, Int64) {
                (stored.row.reference(position) ?? .max, stored.number)
            }
            for index in start + 1..<rows.count where place(rows[index]) < place(rows[index - 1]) {
                rows[start...].sort { place($0) < place($1) }
                break
            }
        }
        return rows
    }
}
