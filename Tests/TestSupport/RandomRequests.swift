package import ObjectGraph

/// Random valid requests for any model.
package struct RandomRequests {
    private let model: ManagedObjectModel
    private var values: RandomValues

    /// Creates a sequence of requests from a generator.
    package init(model: ManagedObjectModel, generator: SeededGenerator) {
        self.model = model
        values = RandomValues(generator)
    }

    /// Returns a request for rows of any entity.
    package mutating func request() -> RowRequest {
        let entity = values.generator.pick(Array(model.entities.indices))
        var request = RowRequest(entity: entity, predicate: predicate(on: entity, depth: 3))
        request.includesSubentities = values.generator.chance(0.8)
        if values.generator.chance(0.6) { request.sortKeys = sortKeys(on: entity) }
        if values.generator.chance(0.3) { request.limit = values.generator.pick([0, 1, 3, 10]) }
        if values.generator.chance(0.3) { request.offset = values.generator.pick([1, 2, 7]) }
        return request
    }

    /// Returns a predicate for an entity, with conditions nested up to a depth.
    package mutating func predicate(on entity: Int, depth: Int) -> EntityPredicate {
        guard depth > 0, values.generator.chance(0.5) else { return leaf(on: entity) }
        switch values.generator.pick([0, 1, 2, 3, 4]) {
        case 0: return !predicate(on: entity, depth: depth - 1)
        case 1: return .all(parts(on: entity, depth: depth - 1))
        case 2: return .any(parts(on: entity, depth: depth - 1))
        case 3: return crossing(on: entity) ?? leaf(on: entity)
        default: return quantified(on: entity, depth: depth - 1) ?? leaf(on: entity)
        }
    }

    private mutating func sortKeys(on entity: Int) -> [SortKey] {
        let candidates = attributes(of: entity, steps: 2).filter { $0.type.isOrdered }
        return (0..<values.generator.pick([1, 2, 3])).map { _ in
            let path = values.generator.pick(candidates).path
            let options = self.options()
            return values.generator.chance(0.5)
                ? .ascending(path, options) : .descending(path, options)
        }
    }

    private mutating func parts(on entity: Int, depth: Int) -> [EntityPredicate] {
        (0..<values.generator.pick([0, 1, 2, 3])).map { _ in predicate(on: entity, depth: depth) }
    }

    private mutating func quantified(on entity: Int, depth: Int) -> EntityPredicate? {
        let candidates = relationships(of: entity, steps: 2).filter(\.layout.isToMany)
        guard !candidates.isEmpty else { return nil }
        let (path, layout) = values.generator.pick(candidates)
        let inner = predicate(on: layout.destination, depth: depth)
        return values.generator.chance(0.5) ? .any(path, inner) : .all(path, inner)
    }

    /// Returns a simple condition whose path contains one or two to-many relationships.
    private mutating func crossing(on entity: Int) -> EntityPredicate? {
        var path: [String] = []
        var destination = entity
        for steps in values.generator.chance(0.3) ? [2, 1] : [2] {
            let candidates = relationships(of: destination, steps: steps).filter(\.layout.isToMany)
            guard !candidates.isEmpty else { return nil }
            let next = values.generator.pick(candidates)
            path.append(next.path)
            destination = next.layout.destination
        }
        let condition = leaf(on: destination).prefixed(path.joined(separator: "."))
        guard let condition else { return nil }
        return values.generator.chance(0.5) ? .any(condition) : .all(condition)
    }

    private mutating func leaf(on entity: Int) -> EntityPredicate {
        let roll = values.generator.next() % 14
        if roll == 0 { return values.generator.chance(0.5) ? .true : .false }
        if roll == 10 { return .isObject(in: objects(of: entity)) }
        if roll == 11, let predicate = count(on: entity) { return predicate }
        if roll == 13 { return search(on: entity) }
        if roll == 12, let predicate = aggregate(on: entity) { return predicate }
        if roll <= 2, let predicate = relationshipLeaf(on: entity) { return predicate }
        let (path, type) = values.generator.pick(attributes(of: entity, steps: 2))
        let property = PropertyPath(path)
        switch roll {
        case 3: return property.isNil
        case 4:
            let list = (0..<values.generator.pick([0, 1, 3])).map { _ in values.value(of: type) }
            return EntityPredicate(.membership(property, list))
        case 5 where type.isOrdered:
            let bounds = (values.value(of: type, null: 0.05), values.value(of: type, null: 0.05))
            return EntityPredicate(.range(property, lower: bounds.0, upper: bounds.1))
        case 6 where type == .string || type == .url, 7 where type == .string:
            let kinds: [TextMatch.Kind] = [.equals, .contains, .begins, .ends, .like, .matches]
            let kind = values.generator.pick(kinds)
            let pattern =
                kind == .matches
                ? values.generator.pick(RandomRequests.expressions) : values.pattern(kind)
            return EntityPredicate(.text(property, TextMatch(kind, pattern, options())))
        case 8:
            let others = attributes(of: entity, steps: 1).filter { $0.type.word == type.word }
            let other = others.isEmpty ? path : values.generator.pick(others).path
            return EntityPredicate(
                .pathComparison(property, comparison(type), PropertyPath(other)))
        default:
            return property.compared(comparison(type), values.value(of: type, null: 0.1))
        }
    }

    /// Returns a search in texts of the object and of related ones.
    package mutating func search(on entity: Int) -> EntityPredicate {
        var paths = attributes(of: entity, steps: 2).filter { $0.type.isText }.map(\.path)
        for owner in relationships(of: entity, steps: 1) where owner.layout.isToMany {
            let texts = attributes(of: owner.layout.destination, steps: 1)
            paths += texts.filter { $0.type.isText }.map { "\(owner.path).\($0.path)" }
        }
        guard !paths.isEmpty else { return .true }
        let searched = (0..<values.generator.pick([1, 1, 2, 3])).map { _ in
            values.generator.pick(paths)
        }
        let query = SearchQuery(values.searchText(), isPrefix: values.generator.chance(0.1))
        return .matches(query, in: searched)
    }

    private mutating func relationshipLeaf(on entity: Int) -> EntityPredicate? {
        let candidates = relationships(of: entity, steps: 2)
        guard !candidates.isEmpty else { return nil }
        let (path, layout) = values.generator.pick(candidates)
        guard !layout.isToMany, values.generator.chance(0.7) else {
            return PropertyPath(path).isNil
        }
        return PropertyPath(path).isIn(objects(of: layout.destination))
    }

    private mutating func objects(of entity: Int) -> [ManagedObjectID] {
        let root = model.layouts[model.layouts[entity].root].name
        return (0..<values.generator.pick([0, 1, 4])).map { _ in
            ManagedObjectID(
                entityName: root, number: Int64.random(in: 1...20, using: &values.generator))
        }
    }

    private mutating func count(on entity: Int) -> EntityPredicate? {
        let candidates = relationships(of: entity, steps: 2).filter(\.layout.isToMany)
        guard !candidates.isEmpty else { return nil }
        let number = values.generator.pick([-1, 0, 1, 2, 3] as [Int64])
        return EntityPredicate(
            .count(
                PropertyPath(values.generator.pick(candidates).path), comparison(.integer64), number
            ))
    }

    /// Returns a comparison of an aggregate of related objects, whose sums are never too large.
    private mutating func aggregate(on entity: Int) -> EntityPredicate? {
        let owners = relationships(of: entity, steps: 2).filter(\.layout.isToMany)
        guard !owners.isEmpty else { return nil }
        let (path, layout) = values.generator.pick(owners)
        let candidates = attributes(of: layout.destination, steps: 1).filter { attribute in
            [.integer16, .float, .decimal, .string, .date].contains(attribute.type)
        }
        guard !candidates.isEmpty else { return nil }
        let (name, type) = values.generator.pick(candidates)
        let functions = AggregateFunction.allCases.filter { function in
            type != .string && type != .date || ![.sum, .average].contains(function)
        }
        let function = values.generator.pick(functions)
        let result: AttributeType =
            switch function {
            case .count, .countDistinct: .integer16
            case .average: .float
            case .sum, .minimum, .maximum: type
            }
        return ValueExpression.aggregate(function, "\(path).\(name)")
            .compared(comparison(result), values.value(of: result, null: 0.1))
    }

    /// Patterns with the same meaning in Swift's regular expressions and with folding.
    private static let expressions = [
        "", ".*", "a.*", "[a-z]+", "(a|b)+", "[^a]*", "é.?", "A?b*", "[A-Zé]{1,3}", "\\w+",
        "\\d*", ".{2,}", "^a$", "(?:ab|a).?", ".*\\\\.*|.*\\*", "https://.*", "(a*)*b?",
        "\\w\\s*.*",
    ]

    private mutating func comparison(_ type: AttributeType) -> EntityPredicate.Comparison {
        let equality: [EntityPredicate.Comparison] = [.equal, .notEqual]
        return values.generator.pick(
            type.isOrdered
                ? equality + [.less, .lessOrEqual, .greater, .greaterOrEqual] : equality)
    }

    private mutating func options() -> TextOptions {
        values.generator.pick([
            [], [], .caseInsensitive, .diacriticInsensitive,
            [.caseInsensitive, .diacriticInsensitive],
        ])
    }

    func attributes(
        of entity: Int, steps: Int
    ) -> [(path: String, type: AttributeType)] {
        let own = model.entities[entity].attributes.map { (path: $0.name, type: $0.type) }
        guard steps > 0 else { return own }
        return own
            + toOnes(of: entity).flatMap { layout in
                attributes(of: layout.destination, steps: steps - 1)
                    .map { (path: "\(layout.name).\($0.path)", type: $0.type) }
            }
    }

    func relationships(
        of entity: Int, steps: Int
    ) -> [(path: String, layout: RelationshipLayout)] {
        let own = model.layouts[entity].relationships.map { model.relationships[$0] }
            .map { (path: $0.name, layout: $0) }
        guard steps > 1 else { return own }
        return own
            + toOnes(of: entity).flatMap { layout in
                relationships(of: layout.destination, steps: steps - 1)
                    .map { (path: "\(layout.name).\($0.path)", layout: $0.layout) }
            }
    }

    private func toOnes(of entity: Int) -> [RelationshipLayout] {
        model.layouts[entity].relationships.map { model.relationships[$0] }
            .filter { !$0.isToMany }
    }
}

extension EntityPredicate {
    /// Returns a simple condition with a path prefix, or `nil` for other conditions.
    fileprivate func prefixed(_ prefix: String) -> EntityPredicate? {
        func path(_ path: PropertyPath) -> PropertyPath { PropertyPath("\(prefix).\(path)") }
        switch node {
        case .comparison(let end, let comparison, let value):
            return EntityPredicate(.comparison(path(end), comparison, value))
        case .membership(let end, let values):
            return EntityPredicate(.membership(path(end), values))
        case .range(let end, let lower, let upper):
            return EntityPredicate(.range(path(end), lower: lower, upper: upper))
        case .text(let end, let match): return EntityPredicate(.text(path(end), match))
        case .isNil(let end): return EntityPredicate(.isNil(path(end)))
        case .count(let end, let comparison, let number):
            return EntityPredicate(.count(path(end), comparison, number))
        case .object(let end, let objects): return EntityPredicate(.object(path(end), objects))
        case .identity(let objects):
            return EntityPredicate(.object(PropertyPath(prefix), objects))
        case .not(let inner): return inner.prefixed(prefix).map { !$0 }
        default: return nil
        }
    }
}
