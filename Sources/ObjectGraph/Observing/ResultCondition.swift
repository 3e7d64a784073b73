/// The test whether a row is in a result, and at which place.
struct ResultCondition: Sendable {
    let model: ManagedObjectModel
    let request: RowRequest
    let dependencies: RequestDependencies
    let paths: ResultPaths
    let sorter: RowSorter
    /// The selected values of each row; `nil` for a fetch.
    let columns: [ResolvedExpression]?
    private let selection: SelectRequest?
    private let predicate: ResolvedPredicate
    private let sortKeys: [ResolvedExpression]
    private let evaluator: PredicateEvaluator
    private let covered: [Bool]

    /// Resolves the names in a request for objects.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    init(_ request: FetchRequest, _ model: ManagedObjectModel) throws(StoreError) {
        try self.init(try RowRequest(request, model), nil, model)
    }

    /// Resolves the names in a request for values of objects, which is not grouped.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    init(selecting request: SelectRequest, _ model: ManagedObjectModel) throws(StoreError) {
        let rows = try RowRequest(request.objects, model)
        try self.init(rows, request, model)
    }

    private init(
        _ request: RowRequest, _ selection: SelectRequest?, _ model: ManagedObjectModel
    ) throws(StoreError) {
        self.model = model
        self.request = request
        self.selection = selection
        var columns: [ResolvedExpression]?
        if let selection {
            let resolver = PredicateResolver(model: model, entity: request.entity)
            var resolved: [ResolvedExpression] = []
            for column in selection.columns { resolved.append(try resolver.expression(column)) }
            columns = resolved
        }
        self.columns = columns
        dependencies = try RequestDependencies(request, selecting: columns, model: model)
        sorter = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        let resolver = PredicateResolver(model: model, entity: request.entity)
        predicate = try resolver.resolve(request.predicate)
        sortKeys = try resolver.sortExpressions(request.sortKeys)
        paths = ResultPaths(predicate, sortKeys + (columns ?? []), model: model)
        evaluator = PredicateEvaluator(predicate, model: model)
        let layout = model.layouts[request.entity]
        covered = model.entities.indices.map {
            request.includesSubentities ? layout.includes($0) : $0 == request.entity
        }
    }

    /// The root entity of the rows.
    var root: Int { model.layouts[request.entity].root }

    /// The slots of the sort keys and the columns; `nil` if one of them is no attribute of the row.
    var sortSlots: [Int]? {
        var slots: Set<Int> = []
        for expression in sortKeys + (columns ?? []) {
            guard case .attribute(let path) = expression, path.relationships.isEmpty,
                case .attribute(let slot, _) = path.end
            else { return nil }
            slots.insert(slot)
        }
        return slots.sorted()
    }

    /// The request for the columns and the sort keys of rows; `nil` if rows have to be evaluated.
    func valueRequest(_ rows: RowRequest) throws(StoreError) -> ValueRequest? {
        guard let selection, !selection.columns.isEmpty,
            selection.columns.count <= Self.columnLimit,
            request.sortKeys.allSatisfy(\.options.isEmpty)
        else { return nil }
        var values = try ValueRequest(selection, model)
        values.rows = rows
        values.includesPosition = true
        return values
    }

    /// The number of columns up to which a store selects them in one request.
    private static let columnLimit = 100

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
        return try resultRow(of: row, in: graph)
    }

    /// Returns the row of the result of an object that is in it.
    ///
    /// - Throws: ``StoreError`` if related rows cannot be read, or with code `overflow`.
    func resultRow(
        of row: StoredRow, in graph: some GraphNavigator
    ) throws(StoreError) -> ResultRow {
        var values = try sorter.values(of: row, in: graph)
        guard let columns else {
            return ResultRow(number: row.number, version: row.version, values: values)
        }
        values.reserveCapacity(values.count + columns.count)
        for column in columns { values.append(try column.value(of: row, in: graph, model)) }
        // Selected values tell what was updated; the version does not.
        return ResultRow(number: row.number, version: 0, values: values)
    }

    /// Reads what the predicate and the sort keys need, in few requests.
    func readAhead(
        for numbers: [Int64], in context: ManagedObjectContext
    ) throws(StoreError) {
        try context.readAhead(predicate, for: numbers)
        try readSortValues(for: numbers, in: context)
    }

    /// Reads what the sort keys and the columns need, in few requests.
    func readSortValues(
        for numbers: [Int64], in context: ManagedObjectContext
    ) throws(StoreError) {
        for key in sortKeys + (columns ?? []) { try context.readAhead(key, for: numbers) }
    }
}
