import ObjectGraph

/// The decisions made by the attempts of an operation, which only grow.
struct MappingDecisions {
    /// The overrides of mappings.
    private(set) var overrides: [MappingOverride.Key: MappingOverride] = [:]
    /// The rows to preserve because their replacements have failed.
    private(set) var preserved: Set<RowID> = []
    /// The numbers of all objects with the identification of an overridden record.
    ///
    /// They are listed by the row that is used, for identifications with several objects.
    private(set) var duplicates: [RowID: [Int64]] = [:]
    /// The rows of the objects of overrides that exist.
    private(set) var rows: [RowID: RowPosition] = [:]

    /// The overrides found by an attempt.
    struct Overrides {
        var overrides: [MappingOverride.Key: MappingOverride] = [:]
        /// The numbers of all objects with an identification, by the row that is used.
        var duplicates: [RowID: [Int64]] = [:]
    }

    /// Adds overrides; returns `false` if all of them were decided before.
    mutating func add(_ others: Overrides) -> Bool {
        let count = overrides.count
        overrides.merge(others.overrides) { known, _ in known }
        duplicates.merge(others.duplicates) { known, _ in known }
        return overrides.count > count
    }

    /// Adds rows to preserve; returns `false` if all of them were preserved before.
    mutating func add(preserving rows: Set<RowID>) -> Bool {
        let count = preserved.count
        preserved.formUnion(rows)
        return preserved.count > count
    }

    /// Finds the rows of the objects of overrides, which may have moved since the last attempt.
    mutating func findRows(in context: ManagedObjectContext) throws(StoreError) {
        rows = [:]
        for target in overrides.values.lazy.compactMap(\.target) {
            rows[target] = try context.position(root: target.root, target.number)
                .map { RowPosition($0) }
        }
    }

    /// Returns the override of a representation.
    func mappingOverride(
        of index: TapeIndex, plan: PlanIndex, in graph: RecordGraph
    ) -> MappingOverride? {
        guard !overrides.isEmpty, let origin = graph.representationOrigin(of: index) else {
            return nil
        }
        return overrides[MappingOverride.Key(origin: origin, plan: plan)]
    }
}
