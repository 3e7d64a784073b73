import ConnectionEvaluation
import MercatorPayload
import ObjectGraph
import OrphanDetection

/// The summary of an operation as its result.
struct ResultSummary {
    private let input: MappingInput
    private let graph: RecordGraph
    private let hooked: HookedObjects
    private let deletions: Deletions
    /// The numbers of deleted objects, by entity.
    private let deleted: [Int: Int]
    private let connected: ConnectStage.Connected

    init(
        _ input: MappingInput, _ graph: RecordGraph, _ hooked: HookedObjects,
        _ deletions: Deletions, deleted: [Int: Int], _ connected: ConnectStage.Connected
    ) {
        (self.input, self.graph, self.hooked) = (input, graph, hooked)
        (self.deletions, self.deleted, self.connected) = (deletions, deleted, connected)
    }

    /// Returns the result, and reports the end of the operation.
    func result(orphans: OrphanPlan?, _ log: inout MappingLog) -> MappingResult {
        log.noteProgress(1, in: graph)
        log.notify(.didMap, in: graph)
        return MappingResult(
            counts: counts(), issues: log.issues.issues(in: graph.document),
            issueCount: log.issues.total, unresolved: connected.unresolved, orphans: orphans,
            warnings: input.plan.warnings.map(\.description), withdrawn: withdrawn(),
            roots: zip(input.plan.roots, graph.roots).map { root, match in
                (root.path, identifiers(of: match.records))
            }, absences: AbsenceSearch(graph).lines)
    }

    /// Returns the roots of the objects at root paths that were deleted here and removed again.
    private func withdrawn() -> Set<Int> {
        guard !deletions.withdrawn.isEmpty else { return [] }
        let rows = graph.roots.lazy.flatMap(\.records).compactMap { index in
            graph.object(of: graph.records[index]).map { object in
                RowID(root: graph.plan(of: object).layout.root, number: object.number)
            }
        }
        return Set(rows.filter(deletions.withdrawn.contains).map(\.root))
    }

    private func identifiers(of found: [RecordIndex]) -> [ManagedObjectID] {
        let layouts = input.context.model.layouts
        let names = input.plan.entities.map { layouts[$0.layout.root].name }
        let isAlive = LivingObjects(input)
        var identifiers: [ManagedObjectID] = []
        identifiers.reserveCapacity(found.count)
        for index in found {
            let record = graph.records[index]
            guard !record.hasFailed, let object = graph.object(of: record), object.isUsable,
                isAlive(object)
            else { continue }
            identifiers.append(
                ManagedObjectID(entityName: names[object.plan], number: object.number))
        }
        return identifiers
    }

    /// Returns the counts of objects and records, by entity.
    private func counts() -> [String: MappingCounts] {
        var counts: [String: MappingCounts] = [:]
        for (entity, sum) in zip(input.plan.entities, countsByPlan()) {
            counts[entity.layout.name, default: MappingCounts()] += sum
        }
        countHooked(in: &counts)
        let entities = input.context.model.entities
        for (entity, count) in deleted {
            counts[entities[entity].name, default: MappingCounts()].deleted += count
        }
        for entity in deletions.preserved.values {
            counts[entities[entity].name, default: MappingCounts()].disallowed += 1
        }
        counts.add(connected.counts)
        for connection in connected.unresolved {
            counts[connection.entity, default: MappingCounts()].unresolved += connection.count
        }
        return counts
    }

    /// Counts objects without a record that hooks have inserted or changed.
    private func countHooked(in counts: inout [String: MappingCounts]) {
        let context = input.context
        for row in hooked.all {
            let table = context.state.tables[row.root]
            guard let position = table.position(of: row.number), table.isAlive(at: position)
            else { continue }
            let entity = context.model.entities[table.entries[position].entity].name
            if hooked.inserted.contains(row) {
                counts[entity, default: MappingCounts()].inserted += 1
            } else if hooked.relinked.contains(row)
                || input.rowBefore(root: row.root, at: position) != table.entries[position].row
            {
                counts[entity, default: MappingCounts()].updated += 1
            }
        }
    }

    private func countsByPlan() -> [MappingCounts] {
        var sums = Array(repeating: MappingCounts(), count: input.plan.entities.count)
        let isAlive = LivingObjects(input)
        for object in graph.objects.objects.elements {
            switch object.state {
            case .new where isAlive(object):
                sums[object.plan].inserted += 1
                if !object.isIdentified { sums[object.plan].unidentified += 1 }
            case .existing where object.isRelinked || hasNewRow(object):
                sums[object.plan].updated += 1
            case .existing, .unmodified: sums[object.plan].unchanged += 1
            case .new, .failed, .unknown, .merged: break
            }
        }
        for record in graph.records.elements where record.hasFailed || record.isDisallowed {
            if record.isDisallowed {
                sums[record.plan].disallowed += 1
            } else if !record.isDeclined {
                sums[record.plan].failed += 1 + record.copyCount
            }
        }
        for (plan, count) in graph.objects.repeats.enumerated() { sums[plan].repeated = count }
        return sums
    }

    /// Tests whether the row of an existing object differs from the row before the operation.
    ///
    /// Several records may have changed it back and forth.
    private func hasNewRow(_ object: MappedObject) -> Bool {
        guard object.isUpdated, let position = object.row?.position else { return false }
        let root = graph.plan(of: object).layout.root
        let row = input.context.state.tables[root].entries[position].row
        return input.rowBefore(root: root, at: position) != row
    }
}

/// A test whether an object survived the operation.
///
/// It is free if nothing was deleted.
private struct LivingObjects {
    private let tables: [RowTable]
    /// The roots of the entities, by plan.
    private let roots: [Int]

    init(_ input: MappingInput) {
        let tables = input.context.state.tables
        self.tables = tables.contains(where: \.hasDead) ? tables : []
        roots = input.plan.entities.map(\.layout.root)
    }

    func callAsFunction(_ object: MappedObject) -> Bool {
        guard !tables.isEmpty, let row = object.row else { return true }
        return tables[roots[object.plan]].isAlive(at: row.position)
    }
}

/// The number of deleted rows of each entity in a context at one point in time.
///
/// It is used to determine the deletions of an operation.
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
