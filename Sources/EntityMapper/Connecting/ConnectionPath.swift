import ObjectGraph

/// Relationships one after the other, followed for many objects at once.
extension ManagedObjectContext {
    /// What a path leads to from each source, each object once, in the order of the relationships.
    ///
    /// Two requests for each step. The objects at the end are known afterwards.
    func destinations(
        along path: [RelationshipLayout], from sources: [Int64]
    ) throws(StoreError) -> [[Int64]] {
        var reached = sources.map { [$0] }
        for step in path {
            let targets = try targets(of: step, from: Set(reached.joined()).sorted())
            reached = reached.map { numbers in
                var seen: Set<Int64> = []
                return numbers.flatMap { targets[$0] ?? [] }.filter { seen.insert($0).inserted }
            }
        }
        return reached
    }

    private func targets(
        of step: RelationshipLayout, from numbers: [Int64]
    ) throws(StoreError) -> [Int64: [Int64]] {
        try load(root: root(of: step.entity), numbers)
        try load(step.index, from: numbers)
        var targets: [Int64: [Int64]] = [:]
        for number in numbers {
            targets[number] = try destinations(of: step.index, from: number)
        }
        try load(root: root(of: step.destination), Set(targets.values.joined()).sorted())
        return targets
    }

    /// The objects from which a path leads, or led, through one that was touched, or to one of some
    /// ends.
    ///
    /// A change on the way changes where the path leads. The way back is walked from the last step to
    /// the first, a request or two for each; `touched` gives the numbers of an entity's objects that
    /// were touched.
    func sources(
        along path: [RelationshipLayout], from ends: Set<Int64>, _ touched: (Int) -> [Int64]
    ) throws(StoreError) -> Set<Int64> {
        guard let last = path.last else { return [] }
        var reached = ends.union(touched(last.destination))
        for step in path.reversed() {
            var sources = Set(touched(step.entity))
            sources.formUnion(changedSources(of: step.index))
            let arriving = try self.sources(of: step.index, to: reached.sorted())
            sources.formUnion(arriving.values.joined())
            reached = sources
        }
        return reached
    }
}
