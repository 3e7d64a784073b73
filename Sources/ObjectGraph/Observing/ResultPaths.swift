/// The places in a graph that decide which rows are in a result, and in which order.
///
/// The row itself is the first place; each relationship that the predicate or a sort key follows
/// leads to another place. A commit touches some rows at some places, and the rows of the result
/// that it can affect are found by going back from there.
struct ResultPaths: Sendable {
    /// A place behind relationships.
    struct Place: Sendable {
        /// The relationships that lead here from the row.
        let steps: [Int]
        /// The last of them.
        let step: RelationshipLayout
        /// The place before the last step; `nil` if it is the row itself.
        let origin: Int?
        /// The slots that are read here.
        fileprivate(set) var slots: Set<Int> = []
    }

    /// The places behind relationships; the origin of each comes before it.
    private(set) var places: [Place] = []
    /// The slots of the row itself that are read.
    private(set) var ownSlots: Set<Int> = []
    private let model: ManagedObjectModel

    /// Finds the places of a predicate and of sort keys.
    init(
        _ predicate: ResolvedPredicate, _ sortKeys: [ResolvedExpression],
        model: ManagedObjectModel
    ) {
        self.model = model
        read(predicate, at: [])
        for expression in sortKeys { read(expression, at: []) }
    }

    /// Indicates whether the row itself decides: other rows are at most referenced by it.
    var areLocal: Bool {
        places.allSatisfy { place in
            guard case .reference = place.step.storage else { return false }
            return place.origin == nil && place.slots.isEmpty
        }
    }
}

extension ResultPaths {
    private mutating func read(_ predicate: ResolvedPredicate, at steps: [Int]) {
        switch predicate {
        case .quantified(_, let path, let inner):
            read(path, at: steps)
            read(inner, at: steps + path.relationships)
        case .expression(let expression, _, _): read(expression, at: steps)
        case .not(let inner): read(inner, at: steps)
        case .and(let parts), .or(let parts): for part in parts { read(part, at: steps) }
        default: for path in predicate.paths { read(path, at: steps) }
        }
    }

    private mutating func read(_ expression: ResolvedExpression, at steps: [Int]) {
        guard case .related(_, let path, let inner?) = expression else {
            for path in expression.paths { read(path, at: steps) }
            return
        }
        read(path, at: steps)
        read(inner, at: steps + path.relationships)
    }

    private mutating func read(_ path: ResolvedPath, at steps: [Int]) {
        let place = place(after: steps + path.relationships)
        if case .attribute(let slot, _) = path.end { read(slot, at: place) }
    }

    private mutating func read(_ slot: Int, at place: Int?) {
        if let place {
            places[place].slots.insert(slot)
        } else {
            ownSlots.insert(slot)
        }
    }

    /// Returns the place behind some relationships; `nil` for the row itself.
    private mutating func place(after steps: [Int]) -> Int? {
        guard let last = steps.last else { return nil }
        if let known = places.firstIndex(where: { $0.steps == steps }) { return known }
        let origin = place(after: steps.dropLast())
        let step = model.relationships[last]
        // A reference is a value of the row that has it.
        if origin == nil, case .reference(let slot) = step.storage { ownSlots.insert(slot) }
        places.append(Place(steps: steps, step: step, origin: origin))
        return places.count - 1
    }
}

/// The rows that commits touch.
extension ResultPaths {
    /// The rows at the places behind relationships, and those just before a changed connection.
    struct Touches: Sendable {
        /// The numbers of rows with changed values, by place.
        var far: [Set<Int64>]
        /// The numbers of rows of the result's own entity with changed connections.
        var near: Set<Int64> = []
        /// Indicates whether a connection was removed without a record of the rows it connected.
        var areIncomplete = false

        init(_ paths: ResultPaths) {
            far = Array(repeating: [], count: paths.places.count)
        }

        /// The number of rows.
        var count: Int { far.reduce(near.count) { $0 + $1.count } }

        fileprivate mutating func insert(_ number: Int64, at place: Int?) {
            if let place { far[place].insert(number) } else { near.insert(number) }
        }
    }

    /// Adds the rows that a commit has touched, apart from the rows of the result's own entity.
    ///
    /// - Complexity: O(*n*) in the number of changes, for each place.
    func add(_ changes: ChangeSet, to touches: inout Touches) {
        for (index, place) in places.enumerated() {
            let layout = model.layouts[place.step.destination]
            for update in changes.updated
            where layout.includes(update.row.entity)
                && update.changedSlots.contains(where: place.slots.contains)
            {
                touches.far[index].insert(update.row.number)
            }
            switch place.step.storage {
            case .reference(let slot):
                // At the row itself, the slot belongs to the row.
                guard place.origin != nil else { continue }
                let source = model.layouts[place.step.entity]
                for update in changes.updated
                where update.changedSlots.contains(slot) && source.includes(update.row.entity) {
                    touches.insert(update.row.number, at: place.origin)
                }
            case .inverseReference(let other):
                addReferences(of: other, changes, from: place, &touches)
            case .links:
                addLinks(of: place.step.index, changes, from: place, &touches)
            case .inverseLinks(let other):
                addLinks(of: other, changes, from: place, &touches)
            }
        }
    }

    /// Adds the rows that changed references lead to or led to.
    private func addReferences(
        of relationship: Int, _ changes: ChangeSet, from place: Place, _ touches: inout Touches
    ) {
        let relationship = model.relationships[relationship]
        guard case .reference(let slot) = relationship.storage else { return }
        let source = model.layouts[relationship.entity]
        func add(_ row: Row?) {
            guard let row, row.slots.contains(slot) else {
                touches.areIncomplete = true
                return
            }
            if let number = row.reference(slot) { touches.insert(number, at: place.origin) }
        }
        for row in changes.inserted where source.includes(row.entity) { add(row.row) }
        for update in changes.updated
        where source.includes(update.row.entity) && update.changedSlots.contains(slot) {
            add(update.row.row)
            add(update.original)
        }
        for row in changes.deleted where source.includes(row.entity) { add(row.original) }
    }

    /// Adds the rows at this end of changed links.
    ///
    /// The links of a deleted row are removed without being listed.
    private func addLinks(
        of relationship: Int, _ changes: ChangeSet, from place: Place, _ touches: inout Touches
    ) {
        let isSource = relationship == place.step.index
        let destination = model.layouts[place.step.destination]
        if changes.deleted.contains(where: { destination.includes($0.entity) }) {
            touches.areIncomplete = true
        }
        for links in changes.links where links.relationship == relationship {
            for link in links.stored + links.removed {
                if isSource || place.step.isSymmetric {
                    touches.insert(link.source, at: place.origin)
                }
                if !isSource || place.step.isSymmetric {
                    touches.insert(link.destination, at: place.origin)
                }
            }
        }
    }
}

/// The way back.
extension ResultPaths {
    /// Returns the rows of the result's own entity from which touched rows are reached.
    ///
    /// Connections are followed as they are now: the rows before a changed connection are among the
    /// touched ones.
    ///
    /// - Returns: The numbers; `nil` if there are more than `limit` at one place.
    /// - Complexity: One request for each place with touched rows.
    func origins(
        of touches: Touches, in reader: any StoreReader, limit: Int
    ) throws(StoreError) -> Set<Int64>? {
        var touches = touches
        for (index, place) in places.enumerated().reversed() where !touches.far[index].isEmpty {
            let numbers = try sources(
                of: place.step, to: touches.far[index].sorted(), in: reader)
            guard numbers.count <= limit else { return nil }
            for number in numbers { touches.insert(number, at: place.origin) }
            guard touches.count <= 2 * limit else { return nil }
        }
        return touches.near
    }

    /// Returns the rows from which a relationship leads to some rows.
    private func sources(
        of relationship: RelationshipLayout, to numbers: [Int64], in reader: any StoreReader
    ) throws(StoreError) -> [Int64] {
        switch relationship.storage {
        case .reference:
            return try reader.rows(referringThrough: relationship.index, to: numbers)
                .map(\.number)
        case .inverseReference(let other):
            guard case .reference(let slot) = model.relationships[other].storage else { return [] }
            let source = model.layouts[model.relationships[other].entity]
            let root = model.layouts[relationship.destination].root
            return try reader.rows(root: root, numbers: numbers)
                .filter { source.includes($0.entity) }.compactMap { $0.row.reference(slot) }
        case .links:
            let links = try reader.links(of: relationship.index, to: numbers)
            return links.map(\.source)
        case .inverseLinks(let other):
            return try reader.links(of: other, from: numbers).map(\.destination)
        }
    }
}
