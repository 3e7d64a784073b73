/// The way from the objects of a grouped selection to its rows.
///
/// For each object, the values of the group columns and the aggregated values are known. A group
/// has the values of its columns and its aggregates, and its rows, their order and the group
/// condition depend on nothing else.
struct GroupPlan: Sendable {
    /// An aggregate function, with the index of its values among an object's values.
    struct Aggregate: Sendable {
        let function: AggregateFunction
        let type: AttributeType?
        /// The index of the value; `nil` if objects are counted.
        let input: Int?
    }

    /// The condition of the objects, with the group columns, followed by the aggregated values.
    let condition: ResultCondition
    let request: SelectRequest
    let aggregates: [Aggregate]
    /// The number of group columns.
    let keyCount: Int
    /// The indices of the group columns among the columns of a row.
    let keyColumns: [Int]
    /// The order of the groups.
    let sorter: RowSorter
    let window: ResultWindow
    /// Indicates whether the aggregates can be computed from earlier ones.
    let isExact: Bool
    /// The columns of a row and the values of the order, as indices of the values of a group.
    private let outputs: [Int]
    private let order: [Int]
    private let evaluator: PredicateEvaluator
    /// The columns of the groups and their aggregates, which a store computes.
    private let groupValues: [ValueExpression]

    /// Resolves a grouped selection.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    init(
        _ request: SelectRequest, _ values: ResolvedValues, _ model: ManagedObjectModel
    ) throws(StoreError) {
        self.request = request
        keyColumns = values.columns.indices.filter { !values.columns[$0].isGroupAggregate }
        keyCount = keyColumns.count
        var places = Dictionary(
            zip(values.groupColumns, 0...), uniquingKeysWith: { first, _ in first })
        var inputs = keyColumns.map { request.columns[$0] }
        var aggregates: [Aggregate] = []
        var groupValues = inputs
        for case .group(let function, let path) in values.aggregates {
            places[.group(function, path)] = keyCount + aggregates.count
            aggregates.append(
                Aggregate(
                    function: function, type: path?.type, input: path.map { _ in inputs.count }))
            let name = path?.names(in: model)
            groupValues.append(ValueExpression(.aggregate(function, name)))
            if let name { inputs.append(ValueExpression(.attribute(name))) }
        }
        self.groupValues = groupValues
        self.aggregates = aggregates
        isExact = aggregates.allSatisfy { MaintainedReduction.isExact($0.function, $0.type) }
        outputs = values.columns.compactMap { places[$0] }
        order = values.order.compactMap { places[$0.expression] }
        sorter = RowSorter(
            values.order.map { ($0.expression, isAscending: $0.isAscending) }, model: model)
        evaluator = PredicateEvaluator(values.groupPredicate.onGroups(places), model: model)
        window = ResultWindow(try RowRequest(request.objects, model))
        condition = try ResultCondition(
            selecting: SelectRequest(
                request.entityName, inputs, where: request.predicate,
                includesSubentities: request.includesSubentities), model)
    }

    /// Returns a selection of the columns and the aggregates of groups.
    ///
    /// - Parameter keys: The values of the columns of the groups; `nil` for all groups.
    /// - Returns: The selection; `nil` if there are too many values or groups.
    func request(ofGroups keys: [[Value]]?) -> SelectRequest? {
        guard groupValues.count <= Self.columnLimit, keys?.count ?? 0 <= Self.groupLimit else {
            return nil
        }
        var predicate = request.predicate
        if let keys {
            let groups = keys.map { key in
                EntityPredicate.all(
                    zip(groupValues, key).map { column, value in column.compared(.equal, value) })
            }
            predicate = .all([predicate, .any(groups)])
        }
        return SelectRequest(
            request.entityName, groupValues, where: predicate,
            includesSubentities: request.includesSubentities, isDistinct: request.isDistinct)
    }

    /// The number of columns up to which the values of groups are asked for.
    private static let columnLimit = 100
    /// The number of groups up to which they are asked for alone.
    private static let groupLimit = 16

    /// Returns the row of a group; `nil` if the group condition does not hold.
    ///
    /// - Parameters:
    ///   - id: The number that stands for the group.
    ///   - values: The values of its columns and its aggregates.
    /// - Returns: The values of the order and of the columns, as a row.
    /// - Throws: ``StoreError``, which is not expected: no other row is read.
    func row(_ id: Int64, _ values: [Value]) throws(StoreError) -> ResultRow? {
        let row = StoredRow(
            number: id, entity: condition.request.entity, version: 0, row: Row(values))
        guard try evaluator.matches(row, in: RowNavigator(row: row, model: condition.model)) else {
            return nil
        }
        return ResultRow(
            number: id, version: 0,
            values: order.map { values[$0] } + outputs.map { values[$0] })
    }
}

extension ResolvedPath {
    /// Returns the path of an attribute with names.
    fileprivate func names(in model: ManagedObjectModel) -> PropertyPath {
        var names = steps.map { model.relationships[$0].description.name }
        if case .attribute(let slot, _) = end,
            let attribute = model.layouts[entity].slots[slot].attribute
        {
            names.append(attribute.name)
        }
        return PropertyPath(components: names)
    }

    /// Returns the path of a value of a group.
    fileprivate func onGroups(_ places: [ResolvedExpression: Int]) -> ResolvedPath {
        guard case .attribute(_, let type) = end, let place = places[.attribute(self)] else {
            return self
        }
        return ResolvedPath(steps: [], entity: entity, end: .attribute(slot: place, type))
    }
}

extension ResolvedExpression {
    /// Returns the expression for a value of a group.
    fileprivate func onGroups(_ places: [ResolvedExpression: Int], _ entity: Int)
        -> ResolvedExpression
    {
        guard let place = places[self] else { return self }
        return .attribute(
            ResolvedPath(steps: [], entity: entity, end: .attribute(slot: place, type)))
    }
}

extension ResolvedPredicate {
    /// Returns a group condition on rows that consist of the values of a group.
    fileprivate func onGroups(_ places: [ResolvedExpression: Int]) -> ResolvedPredicate {
        func here(_ path: ResolvedPath) -> ResolvedPath { path.onGroups(places) }
        return switch self {
        case .comparison(let path, let comparison, let value):
            .comparison(here(path), comparison, value)
        case .pathComparison(let path, let comparison, let other):
            .pathComparison(here(path), comparison, here(other))
        case .membership(let path, let values): .membership(here(path), values)
        case .range(let path, let lower, let upper):
            .range(here(path), lower: lower, upper: upper)
        case .text(let path, let matcher): .text(here(path), matcher)
        case .isNil(let path): .isNil(here(path))
        case .expression(let expression, let comparison, let value):
            .expression(
                expression.onGroups(places, expression.paths.first?.entity ?? 0), comparison, value)
        case .search(let search): search.condition.onGroups(places)
        case .not(let inner): .not(inner.onGroups(places))
        case .and(let parts): .and(parts.map { $0.onGroups(places) })
        case .or(let parts): .or(parts.map { $0.onGroups(places) })
        case .constant, .object, .quantified, .count, .identity: self
        }
    }
}
