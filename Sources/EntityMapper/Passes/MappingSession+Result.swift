import ObjectGraph

extension MappingSession {
    /// Returns the result of the operation.
    func result(_ deletions: DeletionCount) -> MappingResult {
        MappingResult(
            counts: counts(deletions), issues: issues.issues(in: document),
            issueCount: issues.total, unresolved: unresolved, orphans: orphans,
            roots: zip(plan.roots, rootRecords).map { root, records in
                (root.path, identifiers(of: records))
            })
    }

    private func identifiers(of found: [Int32]) -> [ManagedObjectID] {
        let names = plan.entities.map { context.model.layouts[$0.layout.root].name }
        let isAlive = LivingObjects(self)
        var identifiers: [ManagedObjectID] = []
        identifiers.reserveCapacity(found.count)
        for record in found where !records[Int(record)].hasFailed {
            guard records[Int(record)].object >= 0 else { continue }
            let object = objects[Int(records[Int(record)].object)]
            let place = Int(object.plan)
            guard object.isUsable, isAlive(object) else { continue }
            identifiers.append(ManagedObjectID(entityName: names[place], number: object.number))
        }
        return identifiers
    }

    private func counts(_ deletions: DeletionCount) -> [String: MappingCounts] {
        var counts: [String: MappingCounts] = [:]
        for (entity, sum) in zip(plan.entities, countsByPlan()) {
            counts[entity.layout.name, default: MappingCounts()] += sum
        }
        countHooked(in: &counts)
        for (entity, number) in deletions.since(context) {
            counts[context.model.entities[entity].name, default: MappingCounts()].deleted += number
        }
        counts.add(connections?.plans.counts(connected) ?? [:])
        for connection in unresolved {
            counts[connection.entity, default: MappingCounts()].unresolved += connection.count
        }
        for entity in preservedDeletions.values {
            counts[context.model.entities[entity].name, default: MappingCounts()].disallowed += 1
        }
        for (entity, number) in zip(plan.entities, repeats) {
            counts[entity.layout.name, default: MappingCounts()].repeated += number
        }
        return counts
    }

    /// Counts the objects that hooks have inserted or changed and that have no record.
    private func countHooked(in counts: inout [String: MappingCounts]) {
        for place in hooked.inserted.union(hooked.updated).union(hooked.relinked) {
            let table = context.state.tables[place.root]
            guard let position = table.position(of: place.number), table.isAlive(at: position)
            else { continue }
            let entity = context.model.entities[table.entries[position].entity].name
            if hooked.inserted.contains(place) {
                counts[entity, default: MappingCounts()].inserted += 1
            } else if hooked.relinked.contains(place)
                || rowBefore(root: place.root, at: position) != table.entries[position].row
            {
                counts[entity, default: MappingCounts()].updated += 1
            }
        }
    }

    private func countsByPlan() -> [MappingCounts] {
        var sums = Array(repeating: MappingCounts(), count: plan.entities.count)
        let isAlive = LivingObjects(self)
        for object in objects {
            let place = Int(object.plan)
            switch object.state {
            case .new where isAlive(object):
                sums[place].inserted += 1
                if !object.isIdentified { sums[place].unidentified += 1 }
            case .existing where object.isRelinked || hasNewRow(object): sums[place].updated += 1
            case .existing, .unmodified: sums[place].unchanged += 1
            case .new, .failed, .unknown, .merged: break
            }
        }
        for record in records where record.hasFailed || record.isDisallowed {
            if record.isDisallowed {
                sums[Int(record.plan)].disallowed += 1
            } else if !record.isDeclined {
                sums[Int(record.plan)].failed += 1 + Int(record.copies)
            }
        }
        return sums
    }
}

extension MappingSession {
    private func root(of object: MappedObject) -> Int {
        plan.entities[Int(object.plan)].layout.root
    }

    /// Tests whether the row of an existing object differs from the row before the operation;
    /// several records may have changed it back and forth.
    private func hasNewRow(_ object: MappedObject) -> Bool {
        guard object.isUpdated else { return false }
        let root = root(of: object)
        let row = context.state.tables[root].entries[object.position].row
        return rowBefore(root: root, at: object.position) != row
    }
}

/// A test whether an object survived the operation.
///
/// It is free if nothing was deleted.
private struct LivingObjects {
    private let tables: [RowTable]
    /// The roots of the entities, by plan.
    private let roots: [Int]

    init(_ session: MappingSession) {
        let tables = session.context.state.tables
        self.tables = tables.contains(where: \.hasDead) ? tables : []
        roots = session.plan.entities.map(\.layout.root)
    }

    func callAsFunction(_ object: MappedObject) -> Bool {
        tables.isEmpty || tables[roots[Int(object.plan)]].isAlive(at: object.position)
    }
}

/// The number of deleted rows of each entity in a context at one point in time, to determine the
/// deletions of an operation.
struct DeletionCount {
    private let counts: [Int: Int]

    init(_ context: ManagedObjectContext) {
        var counts: [Int: Int] = [:]
        for table in context.state.tables where table.hasDead {
            // Rows that were inserted and deleted again are not counted.
            for position in table.changed where table.entries[position].state == .deleted {
                counts[table.entries[position].entity, default: 0] += 1
            }
        }
        self.counts = counts
    }

    /// Returns the number of rows deleted since this count, by entity.
    func since(_ context: ManagedObjectContext) -> [Int: Int] {
        let now = DeletionCount(context).counts
        return now.mapValues { $0 }.merging(counts.mapValues { -$0 }, uniquingKeysWith: +)
            .filter { $0.value > 0 }
    }
}
