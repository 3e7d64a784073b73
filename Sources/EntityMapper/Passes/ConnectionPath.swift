import ObjectGraph

/// The key path of a connection, followed for many objects at once.
struct ConnectionPath {
    private let connection: ConnectionPlan
    private let context: ManagedObjectContext

    init(_ connection: ConnectionPlan, _ context: ManagedObjectContext) {
        self.connection = connection
        self.context = context
    }

    /// What the path leads to from each source, each object once, in the order of the relationships.
    ///
    /// Two requests for each step. The objects at the end are known afterwards.
    func destinations(from sources: [Int64]) throws(StoreError) -> [[Int64]] {
        var reached = sources.map { [$0] }
        for step in connection.path {
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
        try context.load(root: context.root(of: step.entity), numbers)
        try context.load(step.index, from: numbers)
        var targets: [Int64: [Int64]] = [:]
        for number in numbers {
            targets[number] = try context.destinations(of: step.index, from: number)
        }
        let root = context.root(of: step.destination)
        try context.load(root: root, Set(targets.values.joined()).sorted())
        return targets
    }

    /// The sources whose path leads, or led, through an object that was touched.
    ///
    /// A change on the way changes where the path leads. The way back is walked from the last step to
    /// the first, a request or two for each; `touched` gives the numbers of an entity's objects that
    /// the payload is about.
    func sources(through touched: (Int) -> [Int64]) throws(StoreError) -> [Int64] {
        guard let last = connection.path.last else { return [] }
        var reached = Set(touched(last.destination))
        for step in connection.path.reversed() {
            var sources = Set(touched(step.entity))
            sources.formUnion(context.changedSources(of: step.index))
            let arriving = try context.sources(of: step.index, to: reached.sorted())
            sources.formUnion(arriving.values.joined())
            reached = sources
        }
        return reached.sorted()
    }
}
