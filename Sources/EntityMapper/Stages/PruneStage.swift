import ObjectGraph

/// The stage that deletes lost and obsolete objects.
///
/// These are objects that a `replace` relationship has lost, and objects that meet a deletion
/// predicate.
struct PruneStage {
    private let input: MappingInput
    private var context: ManagedObjectContext { input.context }

    init(_ input: MappingInput) {
        self.input = input
    }

    /// Deletes the objects, with one request for each predicate.
    ///
    /// - Throws: `StoreError` if the store fails.
    func run(
        _ replaced: ReplacedObjects, _ graph: RecordGraph, _ log: MappingLog,
        _ deletions: inout Deletions
    ) throws {
        guard
            !replaced.isEmpty
                || graph.plan.entities.contains(where: { $0.tombstone != nil })
        else { return }
        var (doomed, preserved) = (replaced.lost, replaced.preserved)
        for (root, numbers) in mappedNumbers(graph) {
            doomed[root]?.subtract(numbers)
            preserved[root]?.subtract(numbers)
        }
        // Objects without identification occur nowhere else in the payload.
        doomed.merge(replaced.superseded) { $0.union($1) }
        for plan in graph.plan.entities {
            guard let predicate = plan.tombstone?.predicate else { continue }
            let request = RowRequest(entity: plan.layout.index, predicate: predicate)
            let numbers = try context.numbers(matching: request)
            if plan.operations.contains(.delete) {
                doomed[plan.layout.root, default: []].formUnion(numbers)
            } else {
                preserved[plan.layout.root, default: []].formUnion(numbers)
            }
        }
        // An edited object is removed only after the response to its edit.
        for (root, numbers) in doomed {
            let edited = try input.edits(root: root, numbers.sorted())
            doomed[root]?.subtract(edited.keys)
        }
        for (root, numbers) in preserved {
            try deletions.preserve(
                numbers.subtracting(doomed[root] ?? []), root: root, in: context)
        }
        for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) where !numbers.isEmpty {
            deletions.hasDeleted = true
            log.notify(
                .deleted, entity: context.model.layouts[root].name, count: numbers.count,
                in: graph)
            try context.delete(root: root, numbers.sorted())
        }
    }

    /// Returns the objects of the payload, which are preserved even if they were moved.
    private func mappedNumbers(_ graph: RecordGraph) -> [Int: Set<Int64>] {
        var numbers: [Int: Set<Int64>] = [:]
        for object in graph.objects.objects.elements where object.isUsable {
            numbers[graph.plan(of: object).layout.root, default: []].insert(object.number)
        }
        return numbers
    }
}
