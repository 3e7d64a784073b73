/// The test whether a row is in a result, and at which place.
struct ResultCondition: Sendable {
    let model: ManagedObjectModel
    let request: RowRequest
    let dependencies: RequestDependencies
    let paths: ResultPaths
    let sorter: RowSorter
    private let predicate: ResolvedPredicate
    private let sortKeys: [ResolvedExpression]
    private let evaluator: PredicateEvaluator
    private let covered: [Bool]

    /// Resolves the names in a request.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    init(_ request: RowRequest, _ model: ManagedObjectModel) throws(StoreError) {
        self.model = model
        self.request = request
        dependencies = try RequestDependencies(request, model: model)
        sorter = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        let resolver = PredicateResolver(model: model, entity: request.entity)
        predicate = try resolver.resolve(request.predicate)
        sortKeys = try resolver.sortExpressions(request.sortKeys)
        paths = ResultPaths(predicate, sortKeys, model: model)
        evaluator = PredicateEvaluator(predicate, model: model)
        let layout = model.layouts[request.entity]
        covered = model.entities.indices.map {
            request.includesSubentities ? layout.includes($0) : $0 == request.entity
        }
    }

    /// The root entity of the rows.
    var root: Int { model.layouts[request.entity].root }

    /// The slots of the sort keys; `nil` if a key follows relationships.
    var sortSlots: [Int]? {
        var slots: Set<Int> = []
        for case let expression in sortKeys {
            guard case .attribute(let path) = expression, path.relationships.isEmpty,
                case .attribute(let slot, _) = path.end
            else { return nil }
            slots.insert(slot)
        }
        return slots.sorted()
    }

    /// Returns whether rows of an entity can be in the result.
    func covers(_ entity: Int) -> Bool { covered[entity] }

    /// Returns a row that has only the values that decide.
    func decidingValues(of row: Row) -> Row {
        var values: [Value] = Array(repeating: .null, count: row.count)
        for slot in paths.ownSlots where slot < row.count { values[slot] = row[slot] }
        return Row(values)
    }

    /// Returns a row of the result; `nil` if the row is not in it.
    ///
    /// - Throws: ``StoreError`` if related rows cannot be read, or with code `overflow`.
    func resultRow(
        _ row: StoredRow, in graph: some GraphNavigator
    ) throws(StoreError) -> ResultRow? {
        guard covers(row.entity), try evaluator.matches(row, in: graph) else { return nil }
        return ResultRow(
            number: row.number, version: row.version, values: try sorter.values(of: row, in: graph))
    }

    /// Reads what the predicate and the sort keys need, in few requests.
    func readAhead(
        for numbers: [Int64], in context: ManagedObjectContext
    ) throws(StoreError) {
        try context.readAhead(predicate, for: numbers)
        try readSortValues(for: numbers, in: context)
    }

    /// Reads what the sort keys need, in few requests.
    func readSortValues(
        for numbers: [Int64], in context: ManagedObjectContext
    ) throws(StoreError) {
        for key in sortKeys { try context.readAhead(key, for: numbers) }
    }
}
