import ObjectGraph

extension MappingSession {
    /// What came of the operation.
    func result(_ deletions: DeletionCount) -> MappingResult {
        MappingResult(
            counts: counts(deletions), issues: issues.issues(in: document),
            issueCount: issues.total, unresolved: unresolved,
            roots: zip(plan.roots, rootRecords).map { root, records in
                (root.path, records.compactMap(identifier))
            })
    }

    private func identifier(of record: Int32) -> ManagedObjectID? {
        let object = Int(records[Int(record)].object)
        guard object >= 0, objects[object].isUsable else { return nil }
        let root = plan.entities[Int(objects[object].plan)].layout.root
        guard context.isAlive(root: root, objects[object].number) else { return nil }
        return context.objectID(root: root, objects[object].number)
    }

    private func counts(_ deletions: DeletionCount) -> [String: MappingCounts] {
        var counts: [String: MappingCounts] = [:]
        for entity in plan.entities { counts[entity.layout.name] = MappingCounts() }
        for entity in plan.entities.indices { count(ofPlan: entity, into: &counts) }
        for (entity, number) in deletions.since(context) {
            counts[context.model.entities[entity].name, default: MappingCounts()].deleted += number
        }
        for (entity, number) in connected {
            counts[context.model.entities[entity].name, default: MappingCounts()].connected +=
                number
        }
        for connection in unresolved {
            counts[connection.entity, default: MappingCounts()].unresolved += connection.count
        }
        for table in spaces {
            let name = context.model.entities[table.plan.entity].name
            counts[name, default: MappingCounts()].repeated += table.repeats
        }
        return counts
    }

    private func count(ofPlan place: Int, into counts: inout [String: MappingCounts]) {
        var sum = MappingCounts()
        for object in objects where Int(object.plan) == place {
            switch object.state {
            case .new: sum.inserted += 1
            case .existing where object.isUpdated: sum.updated += 1
            case .existing: sum.unchanged += 1
            case .failed, .unknown: break
            }
        }
        for record in records where Int(record.plan) == place && record.hasFailed {
            sum.failed += 1
        }
        counts[plan.entities[place].layout.name, default: MappingCounts()] += sum
    }
}

/// How many rows of each entity are deleted in a context, to tell what an operation deleted.
struct DeletionCount {
    private let counts: [Int: Int]

    init(_ context: ManagedObjectContext) {
        var counts: [Int: Int] = [:]
        for table in context.state.tables {
            for position in table.changed where !table.isAlive(at: position) {
                counts[table.entries[position].entity, default: 0] += 1
            }
        }
        self.counts = counts
    }

    /// How many more there are now, by entity.
    func since(_ context: ManagedObjectContext) -> [Int: Int] {
        let now = DeletionCount(context).counts
        return now.mapValues { $0 }.merging(counts.mapValues { -$0 }, uniquingKeysWith: +)
            .filter { $0.value > 0 }
    }
}
