import ObjectGraph

/// The step in which nested records without identification adopt existing objects, in order, so
/// that loading the same payload again does not insert objects.
///
/// A record with identification adopts only an object without one. Nesting levels are processed
/// from the outside inwards, because an adopted object may contain further objects to adopt. The
/// step applies to relationships with the policy `set`: `union` only adds objects, and `replace`
/// deletes the existing ones.
///
/// Source: RestKit, which reuses objects (without identification attributes) and adopts them (with
/// them).
struct AdoptionStep {
    /// The claims of objects to rows.
    private var claims: RowClaims
    /// Indicates whether an object was adopted.
    private(set) var hasTaken = false
    /// The unidentified objects nested in the first record, by object and relationship.
    private var parts: [PartKey: [Int32]] = [:]

    private struct PartKey: Hashable {
        let object: Int32
        let relationship: Int
    }

    init(_ claims: RowClaims) {
        self.claims = claims
    }

    /// Adopts existing objects, with a few requests for each level and relationship.
    mutating func run(_ session: inout MappingSession) throws(MappingError) {
        // If all objects are identified and new, there is nothing to adopt.
        guard session.objects.contains(where: { !$0.isIdentified || $0.state == .existing })
        else { return }
        for level in levels(session) {
            joinRepeated(level, &session)
            let open = level.filter { session.isOpen($0) && session.existingParent(of: $0) != nil }
            guard !open.isEmpty else { continue }
            try preload(open, session)
            for link in open { try adopt(link, &session) }
        }
    }

    /// Returns the pending links to objects that were not found, by nesting depth.
    private func levels(_ session: MappingSession) -> [[PendingLink]] {
        var levels: [[PendingLink]] = []
        for link in session.pendingLinks where session.isOpen(link) {
            var depth = 0
            var record = session.records[Int(link.record)]
            while record.parent >= 0 {
                depth += 1
                record = session.records[Int(record.parent)]
            }
            while levels.count <= depth { levels.append([]) }
            levels[depth].append(link)
        }
        return levels
    }

    /// Merges the unidentified objects that several records of the same parent nest at the same
    /// position, such as the address of an author that occurs ten times.
    private mutating func joinRepeated(
        _ links: [PendingLink], _ session: inout MappingSession
    ) {
        var merged: [Int32: Int32] = [:]
        for link in links {
            let objects = link.targets.compactMap { target -> Int32? in
                let object = session.records[Int(session.targets[target])].object
                guard object >= 0, !session.objects[Int(object)].isIdentified else { return nil }
                return session.plan.entities[Int(session.objects[Int(object)].plan)]
                    .reusesUnidentified ? object : nil
            }
            let source = session.records[Int(link.record)].object
            guard !objects.isEmpty, source >= 0 else { continue }
            let key = PartKey(
                object: source, relationship: session.relationship(of: link).layout.index)
            let known = parts[key] ?? []
            for (first, object) in zip(known, objects)
            where session.objects[Int(first)].plan == session.objects[Int(object)].plan {
                merged[object] = first
            }
            parts[key] = known + objects.dropFirst(known.count)
        }
        session.merge(merged)
    }

    /// Prefetches the relationships of all parents, and their destinations.
    private func preload(
        _ links: [PendingLink], _ session: MappingSession
    ) throws(MappingError) {
        let context = session.context
        var parents: [Int: [Int64]] = [:]
        for link in links {
            guard let (relationship, parent) = session.existingParent(of: link) else {
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

    private mutating func adopt(
        _ link: PendingLink, _ session: inout MappingSession
    ) throws(MappingError) {
        guard let (relationship, parent) = session.existingParent(of: link) else { return }
        let context = session.context
        let root = context.root(of: context.model.relationships[relationship].destination)
        var rows = PresentRows(
            try MappingError.wrapping { () throws(StoreError) in
                try context.destinations(of: relationship, from: parent)
            }, root: root)
        var missing = 0
        var next: Int32 = 0
        for target in link.targets {
            let record = session.records[Int(session.targets[target])]
            // Elements that could not be read keep their position.
            if !link.isComplete { missing += Int(max(0, record.index - next)) }
            next = record.index + 1
            let object = Int(record.object)
            guard object >= 0, session.objects[object].state == .unknown,
                session.plan(of: record).reusesUnidentified
            else { continue }
            for _ in 0..<missing { _ = rows.next(for: record, claims, session) }
            missing = 0
            guard let (number, position) = rows.next(for: record, claims, session) else { continue }
            _ = claims.owner(of: number, root: root, orElse: record.object)
            hasTaken = true
            session.objects[object].state = .existing
            session.objects[object].number = number
            session.objects[object].position = position
        }
    }
}

/// The existing destinations of a relationship, to be adopted in order.
private struct PresentRows {
    private let numbers: [Int64]
    private let root: Int
    /// The number of destinations examined for each mapping.
    private var positions: [Int32: Int] = [:]

    init(_ numbers: [Int64], root: Int) {
        (self.numbers, self.root) = (numbers, root)
    }

    /// Returns the next destination that a record may adopt.
    mutating func next(
        for record: Record, _ claims: RowClaims, _ session: MappingSession
    ) -> (number: Int64, position: Int)? {
        let table = session.context.state.tables[root]
        let plan = session.plan(of: record)
        var place = positions[record.plan] ?? 0
        defer { positions[record.plan] = place }
        while place < numbers.count {
            let number = numbers[place]
            place += 1
            guard !claims.isTaken(number, root: root), let position = table.position(of: number),
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

extension MappingSession {
    /// Tests whether a pending link refers to an object that was not found and may adopt one.
    fileprivate func isOpen(_ link: PendingLink) -> Bool {
        guard relationship(of: link).policy == .set else { return false }
        return link.targets.contains { target in
            let record = records[Int(targets[target])]
            return record.object >= 0 && objects[Int(record.object)].state == .unknown
                && plan(of: record).reusesUnidentified
        }
    }

    /// Returns the relationship of a pending link and the number of its source, if the source
    /// exists.
    fileprivate func existingParent(of link: PendingLink) -> (Int, Int64)? {
        let record = records[Int(link.record)]
        guard record.object >= 0, objects[Int(record.object)].state == .existing else { return nil }
        return (relationship(of: link).layout.index, objects[Int(record.object)].number)
    }

    /// Reassigns the records of merged objects.
    mutating func merge(_ merged: [Int32: Int32]) {
        guard !merged.isEmpty else { return }
        for object in merged.keys { objects[Int(object)].state = .merged }
        for index in records.indices {
            if let other = merged[records[index].object] { records[index].object = other }
        }
    }
}
