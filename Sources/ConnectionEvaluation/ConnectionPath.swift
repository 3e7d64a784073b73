import ObjectGraph

/// Evaluation of relationship paths for many objects at once.
extension ManagedObjectContext {
    /// Returns each source's distinct destinations of a path, in the order of the relationships.
    ///
    /// It takes two requests for each step, and loads the rows of the destinations.
    func destinations(
        along path: [RelationshipLayout], from sources: [Int64]
    ) throws(StoreError) -> [[Int64]] {
        var reached = sources.map { [$0] }
        for step in path {
            let targets = try targets(of: step, from: Set(reached.joined()).sorted())
            reached = reached.map { numbers in
                numbers.flatMap { targets[$0] ?? [] }.withoutRepeats
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

    /// Returns the objects with a path through touched objects, or to one of the given objects.
    ///
    /// The path is a present or previous one.
    ///
    /// The path is followed backwards, with one or two requests for each step; `touched` returns
    /// the numbers of an entity's touched objects.
    ///
    /// - Parameters:
    ///   - path: The relationships of the path.
    ///   - ends: The objects at its end.
    ///   - former: The objects with a relationship that an earlier commit has changed, by
    ///     relationship.
    ///   - touched: Returns the numbers of an entity's touched objects.
    /// - Returns: The numbers of the objects at the beginning of the path.
    /// - Throws: `StoreError` if the store cannot be read.
    func sources(
        along path: [RelationshipLayout], from ends: Set<Int64>, former: [Int: Set<Int64>] = [:],
        _ touched: (Int) -> [Int64]
    ) throws(StoreError) -> Set<Int64> {
        guard let last = path.last else { return [] }
        var reached = ends.union(touched(last.destination))
        for step in path.reversed() {
            var sources = Set(touched(step.entity))
            sources.formUnion(changedSources(of: step.index))
            sources.formUnion(former[step.index] ?? [])
            let arriving = try self.sources(of: step.index, to: reached.sorted())
            sources.formUnion(arriving.values.joined())
            reached = sources
        }
        return reached
    }
}
