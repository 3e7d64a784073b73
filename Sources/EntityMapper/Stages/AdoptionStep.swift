import MercatorPayload
import ObjectGraph

/// The step that lets nested records without identification adopt existing objects, in order.
///
/// As a result, loading the same payload again does not insert objects.
///
/// A record with identification adopts only an object without one. Nesting levels are processed
/// from the outside inwards, because an adopted object may contain further objects to adopt. The
/// step applies to relationships with the policy `set`: `union` only adds objects, and `replace`
/// deletes the existing objects.
///
/// Source: RestKit, which reuses objects (without identification attributes) and adopts them (with
/// them).
struct AdoptionStep {
    private let context: ManagedObjectContext
    /// The claims of objects to rows.
    private var claims: RowClaims
    /// Indicates whether an object was adopted.
    private(set) var hasTaken = false
    /// The unidentified objects nested in the first record, by object and relationship.
    private var parts: [PartKey: [ObjectIndex]] = [:]

    private struct PartKey: Hashable {
        let object: ObjectIndex
        let relationship: Int
    }

    init(_ context: ManagedObjectContext, _ claims: RowClaims) {
        self.context = context
        self.claims = claims
    }

    /// Adopts existing objects, with a few requests for each level and relationship.
    mutating func run(_ graph: inout RecordGraph) throws {
        // If all objects are identified and new, there is nothing to adopt.
        guard
            graph.objects.objects.elements.contains(where: {
                !$0.isIdentified || $0.state == .existing
            })
        else { return }
        for level in levels(graph) {
            graph.merge(repeated(in: level, graph))
            let open = level.filter { graph.isOpen($0) && graph.existingParent(of: $0) != nil }
            guard !open.isEmpty else { continue }
            try preload(open, graph)
            for link in open {
                for taken in try adopted(by: link, graph) {
                    graph.objects[taken.object].take(taken.number, at: taken.row)
                }
            }
        }
    }

    /// Returns the pending links to objects that were not found, by nesting depth.
    private func levels(_ graph: RecordGraph) -> [[PendingLink]] {
        var levels: [[PendingLink]] = []
        for link in graph.links where graph.isOpen(link) {
            var depth = 0
            var record = graph.records[link.record]
            while let parent = record.parent {
                depth += 1
                record = graph.records[parent]
            }
            while levels.count <= depth { levels.append([]) }
            levels[depth].append(link)
        }
        return levels
    }

    /// Returns the unidentified objects that records of the same parent nest at the same position,
    /// with the object that each is.
    ///
    /// An example is the address of an author that occurs ten times.
    private mutating func repeated(
        in links: [PendingLink], _ graph: RecordGraph
    ) -> [ObjectIndex: ObjectIndex] {
        var merged: [ObjectIndex: ObjectIndex] = [:]
        for link in links {
            let objects = graph.destinations(of: link).compactMap { target -> ObjectIndex? in
                guard let object = graph.records[target].object,
                    !graph.objects[object].isIdentified,
                    graph.plan(of: graph.objects[object]).reusesUnidentified
                else { return nil }
                return object
            }
            guard !objects.isEmpty, let source = graph.records[link.record].object else {
                continue
            }
            let key = PartKey(
                object: source, relationship: graph.relationship(of: link).layout.index)
            let known = parts[key] ?? []
            for (first, object) in zip(known, objects)
            where graph.objects[first].plan == graph.objects[object].plan {
                merged[object] = first
            }
            parts[key] = known + objects.dropFirst(known.count)
        }
        return merged
    }

    /// Prefetches the relationships of all parents, and their destinations.
    private func preload(_ links: [PendingLink], _ graph: RecordGraph) throws {
        var parents: [Int: [Int64]] = [:]
        for link in links {
            guard let parent = graph.existingParent(of: link) else { continue }
            parents[graph.relationship(of: link).layout.index, default: []].append(parent)
        }
        for (relationship, numbers) in parents.sorted(by: { $0.key < $1.key }) {
            try context.load(relationship, from: numbers)
            var found: [Int64] = []
            for number in numbers {
                found += try context.destinations(of: relationship, from: number)
            }
            let destination = context.model.relationships[relationship].destination
            try context.load(root: context.root(of: destination), found)
        }
    }

    /// Returns the objects of a link that adopt existing rows.
    private mutating func adopted(
        by link: PendingLink, _ graph: RecordGraph
    ) throws -> [(object: ObjectIndex, number: Int64, row: RowPosition)] {
        guard let parent = graph.existingParent(of: link) else { return [] }
        var adopted: [(object: ObjectIndex, number: Int64, row: RowPosition)] = []
        var taken: Set<ObjectIndex> = []
        let relationship = graph.relationship(of: link).layout
        let root = context.root(of: relationship.destination)
        var rows = PresentRows(
            try context.destinations(of: relationship.index, from: parent), root: root)
        let positions = link.isComplete ? nil : graph.positions(of: link)
        var missing = 0
        var next = 0
        for target in graph.destinations(of: link) {
            let record = graph.records[target]
            // Elements that could not be read keep their position.
            var index = record.index.element ?? next
            if let positions, index < positions.count { index = positions[index] }
            if !link.isComplete { missing += max(0, index - next) }
            next = index + 1
            guard let object = record.object, graph.objects[object].state == .unknown,
                !taken.contains(object), graph.plan(of: record).reusesUnidentified
            else { continue }
            let table = context.state.tables[root]
            for _ in 0..<missing { _ = rows.next(for: record, claims, table, graph) }
            missing = 0
            guard let (number, position) = rows.next(for: record, claims, table, graph) else {
                continue
            }
            _ = claims.owner(of: RowID(root: root, number: number), orElse: object)
            hasTaken = true
            taken.insert(object)
            adopted.append((object, number, RowPosition(position)))
        }
        return adopted
    }
}

/// The existing destinations of a relationship, to be adopted in order.
private struct PresentRows {
    private let numbers: [Int64]
    private let root: Int
    /// The number of destinations examined for each mapping.
    private var examined: [PlanIndex: Int] = [:]

    init(_ numbers: [Int64], root: Int) {
        (self.numbers, self.root) = (numbers, root)
    }

    /// Returns the next destination that a record may adopt.
    mutating func next(
        for record: Record, _ claims: RowClaims, _ table: RowTable, _ graph: RecordGraph
    ) -> (number: Int64, position: Int)? {
        let plan = graph.plan(of: record)
        var index = examined[record.plan] ?? 0
        defer { examined[record.plan] = index }
        while index < numbers.count {
            let number = numbers[index]
            index += 1
            guard !claims.isTaken(RowID(root: root, number: number)),
                let position = table.position(of: number),
                plan.canTakeOver(table.entries[position])
            else { continue }
            return (number, position)
        }
        return nil
    }
}

extension EntityPlan {
    /// Tests whether a row has the right entity and no identification that would be lost.
    fileprivate func canTakeOver(_ entry: RowTable.Entry) -> Bool {
        layout.includes(entry.entity)
            && (identification?.attributes ?? []).allSatisfy {
                entry.row[attributes[$0].slot].isNull
            }
    }
}

extension RecordGraph {
    /// Tests whether a pending link refers to a missing object that may adopt an existing object.
    fileprivate func isOpen(_ link: PendingLink) -> Bool {
        guard relationship(of: link).policy == .set else { return false }
        return destinations(of: link).contains { target in
            let record = records[target]
            return object(of: record)?.state == .unknown && plan(of: record).reusesUnidentified
        }
    }

    /// Returns the positions of the elements of an array among those that can have objects.
    ///
    /// The result is `nil` if all elements can.
    ///
    /// Scalars have no objects, unless they are identifiers or transforms convert them to objects.
    ///
    /// - Complexity: O(elements).
    fileprivate func positions(of link: PendingLink) -> [Int]? {
        let (owner, tape) = (plan(of: link.record), document.tape)
        let relationship = relationship(of: link)
        let path = owner.path(ofRelationship: link.relationship.position)
        guard relationship.mapping < plan.entities.count,
            plan.entities[relationship.mapping].identifier == nil,
            plan.entities[relationship.mapping].representationTransform == nil,
            let list = field(path, of: records[link.record]).position, tape.isArray(at: list)
        else { return nil }
        var positions: [Int] = []
        var (element, count) = (tape.firstChild(of: list), 0)
        while element < tape.end(of: list) {
            if !tape.isNull(at: element) {
                positions.append(count)
                if tape.isObject(at: element) || tape.isArray(at: element) { count += 1 }
            }
            element = tape.next(after: element)
        }
        return positions
    }

    /// Returns the number of the source of a pending link, if the source exists.
    fileprivate func existingParent(of link: PendingLink) -> Int64? {
        source(of: link).flatMap { $0.state == .existing ? $0.number : nil }
    }
}
