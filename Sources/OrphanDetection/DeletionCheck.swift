import ObjectGraph

/// A check for objects that cannot be deleted.
///
/// The result includes objects whose deletion would cascade to objects that must stay.
///
/// All required data is read by the initializer, with a few requests for each relationship. The
/// objects to preserve are then determined without the store, because preserving one object may
/// preserve others.
struct DeletionCheck {
    /// An object that cannot be deleted unless all of the given destinations are deleted too.
    private struct Denial {
        let object: RowID
        let name: String
        let destinations: [RowID]
    }

    /// An object with a required relationship that has at least one destination to preserve.
    private struct Requirement {
        let source: RowID
        let name: String
        let destinations: [RowID]
    }

    private let context: ManagedObjectContext
    /// The cascade of each object's deletion: the other objects to delete.
    private var cascades: [RowID: [RowID]] = [:]
    private var denials: [Denial] = []
    private var requirements: [Requirement] = []

    /// Reads the relationships of the candidates and of the cascades of their deletion.
    init(_ candidates: [RowID], in context: ManagedObjectContext) throws(StoreError) {
        self.context = context
        let model = context.model
        let all = try Self.withCascades(candidates, context)
        for (entity, numbers) in all.sorted(by: { $0.key < $1.key }) {
            for index in model.layouts[entity].relationships {
                try read(model.relationships[index], of: numbers, root: context.root(of: entity))
            }
            for layout in model.relationships
            where !layout.description.isOptional
                && model.layouts[layout.destination].includes(entity)
            {
                try readRequirements(of: layout, to: numbers)
            }
        }
    }

    /// Returns the candidates to preserve, with the reasons.
    ///
    /// The result includes the objects between them and the preserved objects that their deletion
    /// cascades to.
    ///
    /// A deletion may cascade only to objects that `mayGo` accepts.
    func preserved(
        among candidates: [RowID], mayGo: (RowID) -> Bool
    ) -> [RowID: PreservationReason] {
        var preserved: [RowID: PreservationReason] = [:]
        while true {
            let doomed = closure(of: candidates.filter { preserved[$0] == nil })
            var blocked: [RowID: PreservationReason] = [:]
            for row in doomed.keys where !mayGo(row) {
                blocked[row] = .cascade(to: id(row))
            }
            for denial in denials where doomed[denial.object] != nil {
                if denial.destinations.contains(where: { doomed[$0] == nil }) {
                    blocked[denial.object] = .deletionDenied(by: denial.name)
                }
            }
            for need in requirements where doomed[need.source] == nil {
                guard need.destinations.allSatisfy({ doomed[$0] != nil }) else { continue }
                for row in need.destinations {
                    blocked[row] = .required(by: id(need.source), relationship: need.name)
                }
            }
            guard !blocked.isEmpty else { return preserved }
            let ordered = blocked.sorted {
                ($0.key.root, $0.key.number) < ($1.key.root, $1.key.number)
            }
            for (row, reason) in ordered {
                for origin in origins(of: row, doomed) {
                    guard origin != row else {
                        preserved[origin] = reason
                        continue
                    }
                    if preserved[origin] == nil { preserved[origin] = .cascade(to: id(row)) }
                }
            }
        }
    }

    /// Returns the objects and their cascades, each with the objects it cascades from.
    private func closure(of origins: [RowID]) -> [RowID: [RowID]] {
        var doomed: [RowID: [RowID]] = [:]
        for origin in origins { doomed[origin] = [] }
        var open = origins
        while let row = open.popLast() {
            for next in cascades[row] ?? [] {
                if doomed[next] == nil { open.append(next) }
                doomed[next, default: []].append(row)
            }
        }
        return doomed
    }

    /// Returns an object and all objects with a deletion that cascades to it.
    private func origins(
        of row: RowID, _ doomed: [RowID: [RowID]]
    ) -> Set<RowID> {
        var found: Set<RowID> = [row]
        var open = [row]
        while let next = open.popLast() {
            for parent in doomed[next] ?? [] where found.insert(parent).inserted {
                open.append(parent)
            }
        }
        return found
    }

    private func id(_ row: RowID) -> ManagedObjectID {
        context.objectID(root: row.root, row.number)
    }
}

extension DeletionCheck {
    /// Returns the candidates and their cascades, by entity, and loads their rows.
    private static func withCascades(
        _ candidates: [RowID], _ context: ManagedObjectContext
    ) throws(StoreError) -> [Int: [Int64]] {
        let model = context.model
        let edges = model.layouts.map { layout in
            layout.relationships.filter {
                model.relationships[$0].description.deleteRule == .cascade
            }
        }
        var start: [Int: [Int64]] = [:]
        var byEntity = try entities(of: candidates, context)
        for (entity, numbers) in byEntity {
            for edge in edges[entity] { start[edge, default: []] += numbers }
        }
        var walk = GraphWalk(context, edges: edges, visited: Set(candidates))
        try walk.run(start.mapValues { $0.sorted() })
        let met = try entities(of: Array(walk.arrivals.keys), context)
        for (entity, numbers) in met { byEntity[entity, default: []] += numbers }
        return byEntity.mapValues { $0.sorted() }
    }

    private static func entities(
        of rows: [RowID], _ context: ManagedObjectContext
    ) throws(StoreError) -> [Int: [Int64]] {
        let byRoot = Dictionary(grouping: rows, by: \.root)
        var result: [Int: [Int64]] = [:]
        for (root, rows) in byRoot.sorted(by: { $0.key < $1.key }) {
            try context.load(root: root, rows.map(\.number))
            for row in rows {
                guard let position = try context.position(root: root, row.number) else {
                    continue
                }
                let entity = context.state.tables[root].entries[position].entity
                result[entity, default: []].append(row.number)
            }
        }
        return result
    }

    /// Reads the cascades or denials that follow from the delete rule of a relationship.
    private mutating func read(
        _ layout: RelationshipLayout, of numbers: [Int64], root: Int
    ) throws(StoreError) {
        let rule = layout.description.deleteRule
        guard rule == .cascade || rule == .deny || rule == .noAction && layout.leavesReferences
        else { return }
        let destinationRoot = context.root(of: layout.destination)
        try context.load(layout.index, from: numbers)
        for number in numbers {
            let found = try context.destinations(of: layout.index, from: number).map {
                RowID(root: destinationRoot, number: $0)
            }
            guard !found.isEmpty else { continue }
            let row = RowID(root: root, number: number)
            if rule == .cascade {
                cascades[row, default: []] += found
            } else {
                denials.append(Denial(object: row, name: layout.name, destinations: found))
            }
        }
    }

    /// Reads the objects with a required relationship to one of the given objects.
    ///
    /// All destinations of that relationship are read as well.
    private mutating func readRequirements(
        of layout: RelationshipLayout, to numbers: [Int64]
    ) throws(StoreError) {
        let root = context.root(of: layout.entity)
        let destinationRoot = context.root(of: layout.destination)
        let arriving = try context.sources(of: layout.index, to: numbers)
        let sources = Set(arriving.values.joined()).sorted()
        guard !sources.isEmpty else { return }
        try context.load(root: root, sources)
        try context.load(layout.index, from: sources)
        for source in sources {
            let found = try context.destinations(of: layout.index, from: source)
            requirements.append(
                Requirement(
                    source: RowID(root: root, number: source), name: layout.name,
                    destinations: found.map { RowID(root: destinationRoot, number: $0) }))
        }
    }
}

extension RelationshipLayout {
    /// Indicates whether rows at the other end would keep references to a deleted source.
    fileprivate var leavesReferences: Bool {
        if case .inverseReference = storage { true } else { false }
    }
}
