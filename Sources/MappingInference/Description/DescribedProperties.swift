import MercatorPayload

/// Finds the properties of entities, and the parts that objects without an identity are.
struct DescribedProperties {
    var reader: SchemaReader
    /// The entities, then the parts in the order in which they were found.
    var groups: [DescribedGroup]
    var groupOfSchema: [Int: Int]
    /// The properties of each group, in order of path.
    private(set) var properties: [[DescribedProperty]] = []
    /// The schemas without identity that are elements of arrays.
    private var elements: Set<Int> = []
    private var counts: [Int: Int] = [:]
    private var table = NameTable()
    /// The entities by the words that name each.
    let owners: [[String]: Int]

    /// The levels and values of objects that join their owner (E4).
    private static let embeddedLevels = 4
    private static let embeddedValues = 24
    /// The number of entities and parts, beyond which objects are kept as JSON (X1).
    private static let groupLimit = 400

    init(_ entities: DescribedEntities) {
        reader = entities.reader
        groups = entities.groups
        groupOfSchema = entities.groupOfSchema
        table = NameTable(taken: groups.map(\.name))
        owners = Dictionary(
            groups.enumerated().flatMap { index, group in group.aliases.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Finds the properties of all groups; the list of groups grows with the parts.
    mutating func find() throws(InferenceError) {
        try findElements()
        var index = 0
        while index < groups.count {
            var found: [[String]: DescribedProperty] = [:]
            for object in groups[index].objects {
                var own: [DescribedProperty] = []
                try walk(object.schema, below: [], of: index, [object.schema.target], &own)
                let paths = Set(own.map(\.path))
                for path in found.keys where !paths.contains(path) {
                    found[path]?.isMandatory = false
                }
                let isFirst = object.schema.target == groups[index].objects[0].schema.target
                for property in own { Self.add(property, to: &found, isFirst: isFirst) }
            }
            for path in found.keys where groups[index].missing.contains(path[0]) {
                found[path]?.isMandatory = false
            }
            properties.append(
                found.values.sorted { $0.path.lexicographicallyPrecedes($1.path) })
            index += 1
        }
    }

    private static func add(
        _ property: DescribedProperty, to found: inout [[String]: DescribedProperty], isFirst: Bool
    ) {
        var property = property
        let known = found[property.path]
        property.isMandatory = property.isMandatory && (known?.isMandatory ?? isFirst)
        if let known, known.rank <= property.rank {
            found[property.path]?.isMandatory = property.isMandatory
        } else {
            found[property.path] = property
        }
    }

    /// Collects the elements of arrays, which never join their owner.
    private mutating func findElements() throws(InferenceError) {
        var seen: Set<Int> = []
        var open = groups.flatMap { $0.objects.map(\.schema.target) }
        while let position = open.popLast() {
            let schema = try reader.schema(at: position)
            guard seen.insert(schema.target).inserted else { continue }
            open += schema.members.map(\.schema) + schema.alternatives
            guard let items = schema.items else { continue }
            open.append(items)
            elements.insert(try reader.schema(at: items).target)
        }
    }

    // MARK: Members

    private mutating func walk(
        _ schema: DescribedSchema, below path: [String], of owner: Int, _ around: [Int],
        _ found: inout [DescribedProperty]
    ) throws(InferenceError) {
        for member in schema.members {
            let inner = try reader.schema(at: member.schema)
            let place = path + [member.key]
            let isArray = inner.kinds.contains(.array)
            let isScalar = inner.isScalar || inner.isEmpty
            let text = reader.value(at: member.schema)["description"]?.string ?? ""
            func property(_ value: DescribedProperty.Value) -> DescribedProperty {
                DescribedProperty(
                    path: place, schema: inner, value: value,
                    isMandatory: member.isRequired && !inner.isNullable && path.isEmpty,
                    text: text)
            }
            if isScalar {
                if !inner.isEmpty { found.append(property(.scalar)) }
            } else if isArray, inner.kinds.count > 1 || inner.items == nil {
                found.append(property(.json(isArray: inner.kinds == [.array])))
            } else if isArray, let items = inner.items {
                let element = try reader.schema(at: items)
                found.append(property(try value(ofElements: element, at: place, of: owner)))
            } else if !inner.alternatives.isEmpty {
                found.append(property(try value(ofAlternatives: inner, at: place, of: owner)))
            } else if !inner.isObject {
                found.append(property(.json(isArray: false)))
            } else if let group = try group(of: inner, at: place, of: owner) {
                found.append(property(.objects(group: group, isToMany: false)))
            } else if try joinsOwner(inner, at: place, around) {
                try walk(
                    inner, below: place, of: owner, around + [inner.target], &found)
            } else {
                found.append(property(try part(inner, at: place, of: owner, isToMany: false)))
            }
        }
    }

    private mutating func value(
        ofElements element: DescribedSchema, at path: [String], of owner: Int
    ) throws(InferenceError) -> DescribedProperty.Value {
        if element.isScalar { return .list(element) }
        if !element.alternatives.isEmpty {
            let value = try value(ofAlternatives: element, at: path, of: owner)
            if case .objects(let group, _) = value { return .objects(group: group, isToMany: true) }
            return value
        }
        guard element.isObject else { return .json(isArray: true) }
        if let group = try group(of: element, at: path, of: owner) {
            return .objects(group: group, isToMany: true)
        }
        return try part(element, at: path, of: owner, isToMany: true)
    }

    /// Returns the entity that all alternatives describe, or all of them.
    private mutating func value(
        ofAlternatives schema: DescribedSchema, at path: [String], of owner: Int
    ) throws(InferenceError) -> DescribedProperty.Value {
        var groups: Set<Int> = []
        for target in schema.alternatives {
            let alternative = try reader.schema(at: target)
            guard let group = groupOfSchema[alternative.target] else {
                return .several(schema.alternatives)
            }
            groups.insert(group)
        }
        guard groups.count == 1, let group = groups.first else {
            return .several(schema.alternatives)
        }
        accept(schema, in: group)
        return .objects(group: group, isToMany: false)
    }

    /// Notes that scalars of the kind of the identity stand for objects.
    mutating func accept(_ schema: DescribedSchema, in group: Int) {
        guard let identity = groups[group].identity, schema.identifiers.contains(identity.kind)
        else { return }
        groups[group].takesIdentifiers = true
    }

    private mutating func part(
        _ schema: DescribedSchema, at path: [String], of owner: Int, isToMany: Bool
    ) throws(InferenceError) -> DescribedProperty.Value {
        if let known = groupOfSchema[schema.target] {
            return .objects(group: known, isToMany: isToMany)
        }
        guard groups.count < Self.groupLimit else { return .json(isArray: isToMany) }
        let key = path.last ?? "record"
        var group = DescribedGroup(DescribedObject(schema, name: nil, text: key))
        let name = EntityName.of(key: key)
        group.name = table.claim(
            key: "\(schema.target)", proposals: [name, groups[owner].name + name])
        groups.append(group)
        groupOfSchema[schema.target] = groups.count - 1
        return .objects(group: groups.count - 1, isToMany: isToMany)
    }

    // MARK: Embedding

    /// Tests whether a single object without identity joins its owner (E4).
    private mutating func joinsOwner(
        _ schema: DescribedSchema, at path: [String], _ around: [Int]
    ) throws(InferenceError) -> Bool {
        guard path.count < Self.embeddedLevels, !around.contains(schema.target),
            !elements.contains(schema.target), groupOfSchema[schema.target] == nil
        else { return false }
        return try count(schema, around + [schema.target]) <= Self.embeddedValues
    }

    /// Counts the values of an object and of the objects in it, up to the limit.
    private mutating func count(
        _ schema: DescribedSchema, _ around: [Int]
    ) throws(InferenceError) -> Int {
        if let known = counts[schema.target] { return known }
        var sum = 0
        for member in schema.members where sum <= Self.embeddedValues {
            let inner = try reader.schema(at: member.schema)
            guard inner.isObject, !inner.kinds.contains(.array),
                groupOfSchema[inner.target] == nil, !elements.contains(inner.target)
            else {
                sum += 1
                continue
            }
            let isEndless =
                around.contains(inner.target) || around.count > Self.embeddedLevels
            sum += isEndless ? 1 : try count(inner, around + [inner.target])
        }
        counts[schema.target] = sum
        return sum
    }
}
