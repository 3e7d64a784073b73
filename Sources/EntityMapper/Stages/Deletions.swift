import ObjectGraph

/// The deletions of an operation.
struct Deletions {
    /// Indicates whether objects were deleted.
    var hasDeleted = false
    /// The objects preserved because their deletion is not allowed, with their entities.
    private(set) var preserved: [RowID: Int] = [:]
    /// The new objects removed again because their deletion here waits to be sent.
    var withdrawn: Set<RowID> = []

    /// Records objects that are preserved because their deletion is not allowed.
    mutating func preserve(
        _ numbers: Set<Int64>, root: Int, in context: ManagedObjectContext
    ) throws(StoreError) {
        guard !numbers.isEmpty else { return }
        try context.load(root: root, numbers.sorted())
        let table = context.state.tables[root]
        for number in numbers {
            guard let position = table.position(of: number), table.isAlive(at: position) else {
                continue
            }
            preserved[RowID(root: root, number: number)] = table.entries[position].entity
        }
    }
}
