import ObjectGraph

/// Where an object is kept: the root of its tree, and its number.
struct ObjectPlace: Hashable {
    let root: Int
    let number: Int64
}

/// Nested objects that nothing identifies take over the objects that are there already, in order,
/// so that the same payload does not add new ones each time.
///
/// An object that is identified takes over one only if that has no identification yet. Levels of
/// nesting are done from the outside in, since what was taken over may have such objects in turn.
///
/// That is for relationships of policy `set`: `union` only adds, `replace` deletes what was there.
///
/// Source: RestKit, which reuses (without identification attributes) and adopts (with them).
struct ReuseStep {
    /// The objects that records are about already.
    private var owners: RowOwners
    /// Whether an object was taken over.
    private(set) var hasTaken = false
    /// For each relationship of an object, the unidentified objects that its first record nests.
    private var parts: [PartKey: [Int32]] = [:]

    private struct PartKey: Hashable {
        let object: Int32
        let relationship: Int
    }

    init(_ owners: RowOwners) {
        self.owners = owners
    }

    /// Takes over what is there, with a handful of requests for each level and relationship.
    mutating func run(_ session: inout MappingSession) throws(MappingError) {
        // Objects that are all identified and all new have nothing to take over.
        guard session.objects.contains(where: { !$0.isIdentified || $0.state == .existing })
        else { return }
        for level in levels(session) {
            joinRepeated(level, &session)
            let open = level.filter { session.isOpen($0) && session.existingParent(of: $0) != nil }
            guard !open.isEmpty else { continue }
            try preload(open, session)
            for assignment in open { try reuse(assignment, &session) }
        }
    }

    /// The assignments that lead to objects which were not found, by depth of nesting.
    private func levels(_ session: MappingSession) -> [[Assignment]] {
        var levels: [[Assignment]] = []
        for assignment in session.assignments where session.isOpen(assignment) {
            var depth = 0
            var record = session.records[Int(assignment.record)]
            while record.parent >= 0 {
                depth += 1
                record = session.records[Int(record.parent)]
            }
            while levels.count <= depth { levels.append([]) }
            levels[depth].append(assignment)
        }
        return levels
    }

    /// Makes one object of the unidentified ones that several records of one parent nest at the
    /// same place: an author who wrote ten articles has one address.
    private mutating func joinRepeated(
        _ assignments: [Assignment], _ session: inout MappingSession
    ) {
        var merged: [Int32: Int32] = [:]
        for assignment in assignments {
            let objects = assignment.targets.compactMap { target -> Int32? in
                let object = session.records[Int(session.targets[target])].object
                guard object >= 0, !session.objects[Int(object)].isIdentified else { return nil }
                return session.plan.entities[Int(session.objects[Int(object)].plan)]
                    .reusesUnidentified ? object : nil
            }
            let source = session.records[Int(assignment.record)].object
            guard !objects.isEmpty, source >= 0 else { continue }
            let key = PartKey(
                object: source, relationship: session.relationship(of: assignment).layout.index)
            let known = parts[key] ?? []
            for (first, object) in zip(known, objects)
            where session.objects[Int(first)].plan == session.objects[Int(object)].plan {
                merged[object] = first
            }
            parts[key] = known + objects.dropFirst(known.count)
        }
        session.merge(merged)
    }

    /// Reads the relationships of all parents, and the objects they lead to.
    private func preload(
        _ assignments: [Assignment], _ session: MappingSession
    ) throws(MappingError) {
        let context = session.context
        var parents: [Int: [Int64]] = [:]
        for assignment in assignments {
            guard let (relationship, parent) = session.existingParent(of: assignment) else {
                continue
            }
            parents[relationship, default: []].append(parent)
        }
        try MappingError.wrapping { () throws(StoreError) in
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
    }

    private mutating func reuse(
        _ assignment: Assignment, _ session: inout MappingSession
    ) throws(MappingError) {
        guard let (relationship, parent) = session.existingParent(of: assignment) else { return }
        let context = session.context
        let root = context.root(of: context.model.relationships[relationship].destination)
        var rows = PresentRows(
            try MappingError.wrapping { () throws(StoreError) in
                try context.destinations(of: relationship, from: parent)
            }, root: root)
        var missing = 0
        var next: Int32 = 0
        for target in assignment.targets {
            let record = session.records[Int(session.targets[target])]
            // What an element stands for that could not be read keeps its place.
            if !assignment.isComplete { missing += Int(max(0, record.index - next)) }
            next = record.index + 1
            let object = Int(record.object)
            guard object >= 0, session.objects[object].state == .unknown,
                session.plan(of: record).reusesUnidentified
            else { continue }
            for _ in 0..<missing { _ = rows.next(for: record, owners, session) }
            missing = 0
            guard let (number, position) = rows.next(for: record, owners, session) else { continue }
            _ = owners.owner(of: number, root: root, orElse: record.object)
            hasTaken = true
            session.objects[object].state = .existing
            session.objects[object].number = number
            session.objects[object].position = position
        }
    }
}

/// What a relationship leads to before the load, to be taken over in order.
private struct PresentRows {
    private let numbers: [Int64]
    private let root: Int
    /// For each mapping, how many of them its records have looked at.
    private var positions: [Int32: Int] = [:]

    init(_ numbers: [Int64], root: Int) {
        (self.numbers, self.root) = (numbers, root)
    }

    /// The next that a record may be about.
    mutating func next(
        for record: Record, _ owners: RowOwners, _ session: MappingSession
    ) -> (number: Int64, position: Int)? {
        let table = session.context.state.tables[root]
        let plan = session.plan(of: record)
        var place = positions[record.plan] ?? 0
        defer { positions[record.plan] = place }
        while place < numbers.count {
            let number = numbers[place]
            place += 1
            guard !owners.isTaken(number, root: root), let position = table.position(of: number),
                plan.canTakeOver(table.entries[position])
            else { continue }
            return (number, position)
        }
        return nil
    }
}

extension EntityPlan {
    /// Whether a row is of the right entity and has no identification that would be lost.
    fileprivate func canTakeOver(_ entry: GraphTable.Entry) -> Bool {
        layout.includes(entry.entity)
            && (identification?.attributes ?? []).allSatisfy {
                entry.row[attributes[$0].slot].isNull
            }
    }
}

extension MappingSession {
    /// Whether an assignment leads to an object that was not found, and that may take one over.
    fileprivate func isOpen(_ assignment: Assignment) -> Bool {
        guard relationship(of: assignment).policy == .set else { return false }
        return assignment.targets.contains { target in
            let record = records[Int(targets[target])]
            return record.object >= 0 && objects[Int(record.object)].state == .unknown
                && plan(of: record).reusesUnidentified
        }
    }

    /// The relationship of an assignment and the number of its source, if that was found.
    fileprivate func existingParent(of assignment: Assignment) -> (Int, Int64)? {
        let record = records[Int(assignment.record)]
        guard record.object >= 0, objects[Int(record.object)].state == .existing else { return nil }
        return (relationship(of: assignment).layout.index, objects[Int(record.object)].number)
    }

    /// Hands the records of objects over to others that they turned out to be.
    mutating func merge(_ merged: [Int32: Int32]) {
        guard !merged.isEmpty else { return }
        for object in merged.keys { objects[Int(object)].state = .merged }
        for index in records.indices {
            if let other = merged[records[index].object] { records[index].object = other }
        }
    }
}
