import ObjectGraph
import OrphanDetection

/// The objects that a load touches, and the relationships that its payload determines.
struct TouchedObjects {
    private(set) var standings: [RowID: Standing] = [:]
    /// The relationships that the payload determines completely, by object.
    private var settled: Set<Settled> = []

    /// The relation of an object to a load.
    enum Standing: Equatable {
        /// A record of the object was applied, or is not newer.
        case named
        /// The object is preserved for another reason.
        case preserved(PreservationReason)
    }

    private struct Settled: Hashable {
        let row: RowID
        let relationship: Int
    }

    /// Creates the value for a load that touches nothing.
    init() {}

    /// Determines the objects touched by a load; with `notesChanges`, including unsaved changes.
    init(
        _ input: MappingInput, _ graph: RecordGraph,
        _ identification: IdentifyStage.Identification, notesChanges: Bool
    ) {
        if notesChanges { noteChanged(before: input.before) }
        if let target = input.target { standings[target.id] = .preserved(.target) }
        for row in identification.duplicates { standings[row] = .preserved(.sameIdentification) }
        for record in graph.records.elements {
            guard let object = graph.object(of: record), object.isUsable else { continue }
            let row = graph.rowID(of: object)
            if !record.hasFailed || record.isUnmodified {
                standings[row] = .named
            } else if standings[row] != .named {
                standings[row] = .preserved(.recordLeftOut)
            }
        }
        for link in graph.links where graph.settles(link) {
            guard let source = graph.source(of: link) else { continue }
            settled.insert(
                Settled(
                    row: graph.rowID(of: source),
                    relationship: graph.relationship(of: link).layout.index))
        }
    }

    /// Adds the objects touched by a later part of the load.
    mutating func add(_ later: TouchedObjects) {
        standings.merge(later.standings) { $0 == .named ? $0 : $1 }
        settled.formUnion(later.settled)
    }

    /// Tests whether the load touches an object.
    func contains(_ row: RowID) -> Bool { standings[row] != nil }

    /// Returns the relationships to follow from these objects.
    ///
    /// These are the edges of their entities, except for relationships that the payload determines
    /// completely.
    func openRelationships(
        _ edges: [[Int]], _ context: ManagedObjectContext
    ) throws(StoreError) -> [Int: [Int64]] {
        var open: [Int: [Int64]] = [:]
        for (root, rows) in Dictionary(grouping: standings.keys, by: \.root) {
            try context.load(root: root, rows.map(\.number))
            for row in rows {
                guard let position = try context.position(root: root, row.number) else {
                    continue
                }
                for edge in edges[context.state.tables[root].entries[position].entity]
                where !settled.contains(Settled(row: row, relationship: edge)) {
                    open[edge, default: []].append(row.number)
                }
            }
        }
        return open.mapValues { $0.sorted() }
    }

    /// Records objects that were inserted or changed but not saved before the load.
    private mutating func noteChanged(before state: GraphState) {
        for (root, table) in state.tables.enumerated() {
            for position in table.changed where table.isAlive(at: position) {
                let row = RowID(root: root, number: table.entries[position].number)
                standings[row] = .preserved(.unsavedChanges)
            }
        }
    }
}

extension RecordGraph {
    /// Tests whether a relationship references exactly the objects in the payload.
    fileprivate func settles(_ link: PendingLink) -> Bool {
        isApplied(link) && relationship(of: link).policy != .union && numbers(of: link).isComplete
    }
}
