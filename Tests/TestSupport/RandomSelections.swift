package import ObjectGraph

/// Random valid selections of the ``ContractModel``.
package struct RandomSelections {
    private let model: ManagedObjectModel
    private var requests: RandomRequests
    private var values: RandomValues

    /// Creates a sequence of selections from a generator.
    package init(model: ManagedObjectModel, generator: SeededGenerator) {
        self.model = model
        requests = RandomRequests(model: model, generator: generator)
        values = RandomValues(generator)
    }

    /// Returns a selection from any entity.
    package mutating func selection() -> SelectRequest {
        let entity = values.generator.pick(Array(model.entities.indices))
        let isGrouped = values.generator.chance(0.5)
        var columns = (0..<values.generator.pick(isGrouped ? [0, 1, 1, 2] : [1, 2, 3])).map { _ in
            objectValue(of: entity, isOrdered: isGrouped)
        }
        let groups = columns
        if isGrouped {
            columns += (0..<values.generator.pick([1, 2])).map { _ in groupValue(of: entity) }
            columns.shuffle(using: &values.generator)
        }
        var request = SelectRequest(
            model.entities[entity].name, columns,
            where: values.generator.chance(0.5) ? requests.predicate(on: entity, depth: 2) : .true,
            includesSubentities: values.generator.chance(0.8),
            isDistinct: !isGrouped && columns.allSatisfy { type(of: $0, entity).isOrdered }
                && values.generator.chance(0.2))
        if isGrouped, values.generator.chance(0.4) {
            request.groupPredicate = groupCondition(of: entity)
        }
        if values.generator.chance(0.6) {
            let sources = request.isDistinct || isGrouped ? columns : nil
            request.sortKeys = (0..<values.generator.pick([1, 2])).map { _ in
                sortKey(of: entity, among: sources, isGrouped: isGrouped)
            }
        }
        if groups.isEmpty, isGrouped { request.sortKeys = [] }
        if values.generator.chance(0.3) { request.limit = values.generator.pick([0, 1, 3, 10]) }
        if values.generator.chance(0.3) { request.offset = values.generator.pick([1, 2, 7]) }
        return request
    }

    private mutating func sortKey(
        of entity: Int, among columns: [ValueExpression]?, isGrouped: Bool
    ) -> SortKey {
        var expression = columns.map { values.generator.pick($0) } ?? objectValue(of: entity)
        if isGrouped, values.generator.chance(0.3) { expression = groupValue(of: entity) }
        return values.generator.chance(0.5) ? .ascending(expression) : .descending(expression)
    }

    /// Returns an attribute or an aggregate of related objects.
    private mutating func objectValue(
        of entity: Int, isOrdered: Bool = true
    ) -> ValueExpression {
        if values.generator.chance(0.3), let value = relatedValue(of: entity) { return value }
        let attributes = requests.attributes(of: entity, steps: 2)
            .filter { !isOrdered || $0.type.isOrdered }
        return ValueExpression(values.generator.pick(attributes).path)
    }

    /// Returns an aggregate of the objects of a to-many relationship.
    package mutating func relatedValue(of entity: Int) -> ValueExpression? {
        let candidates = requests.relationships(of: entity, steps: 2).filter(\.layout.isToMany)
        guard !candidates.isEmpty else { return nil }
        let (path, layout) = values.generator.pick(candidates)
        guard values.generator.chance(0.7) else { return .count(path) }
        return aggregate(of: layout.destination, behind: path + ".")
    }

    private mutating func groupValue(of entity: Int) -> ValueExpression {
        values.generator.chance(0.4) ? .count : aggregate(of: entity, behind: "")
    }

    /// Returns an aggregate of attributes; sums of doubles would depend on their order.
    private mutating func aggregate(of entity: Int, behind prefix: String) -> ValueExpression {
        let (path, type) = values.generator.pick(requests.attributes(of: entity, steps: 1))
        let functions = AggregateFunction.allCases.filter { function in
            switch (function, type) {
            case (.count, _): true
            case (.countDistinct, _): type.isOrdered
            case (.sum, .double), (.average, .double): false
            case (.sum, .integer16), (.sum, .integer32), (.sum, .integer64), (.sum, .float),
                (.sum, .decimal), (.average, .integer16), (.average, .integer32),
                (.average, .integer64), (.average, .float), (.average, .decimal):
                true
            case (.sum, _), (.average, _): false
            case (.minimum, .boolean), (.minimum, .data), (.minimum, .uuid), (.minimum, .array),
                (.minimum, .dictionary), (.maximum, .boolean), (.maximum, .data),
                (.maximum, .uuid), (.maximum, .array), (.maximum, .dictionary):
                false
            case (.minimum, _), (.maximum, _): true
            }
        }
        return .aggregate(values.generator.pick(functions), prefix + path)
    }

    private mutating func groupCondition(of entity: Int) -> EntityPredicate {
        let number = values.generator.pick([0, 1, 2, 3])
        let parts: [EntityPredicate] = [
            .count > number, groupValue(of: entity) != Int?.none,
            .count("\(requests.attributes(of: entity, steps: 0)[0].path)") <= number,
        ]
        let first = values.generator.pick(parts)
        switch values.generator.pick([0, 1, 2, 3]) {
        case 0: return !first
        case 1: return first && values.generator.pick(parts)
        case 2: return first || values.generator.pick(parts)
        default: return first
        }
    }

    private func type(of expression: ValueExpression, _ entity: Int) -> AttributeType {
        let resolver = PredicateResolver(model: model, entity: entity)
        return (try? resolver.expression(expression).type) ?? .dictionary
    }
}
