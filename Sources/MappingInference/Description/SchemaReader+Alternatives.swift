import MercatorPayload

extension SchemaReader {
    /// Adds the schemas of `oneOf` and `anyOf`.
    ///
    /// Scalars beside one object may stand for it; several objects stay alternatives. Alternatives
    /// of an object with members of its own only restrict these.
    mutating func addAlternatives(
        of value: PayloadValue, to schema: inout DescribedSchema
    ) throws(InferenceError) {
        var list: [DescribedSchema] = []
        for keyword in ["oneOf", "anyOf"] {
            for element in value[keyword].map({ Array($0.elements) }) ?? [] {
                let alternative = try self.schema(at: element.position)
                schema.isNullable =
                    schema.isNullable || alternative.isNullable
                    || element["type"]?.string == "null"
                if !alternative.isEmpty { list.append(alternative) }
            }
        }
        guard !list.isEmpty, schema.members.isEmpty else { return }
        let scalars = list.filter(\.isScalar)
        let targets = Self.targets(of: list.filter { !$0.isScalar })
        let isNullable = schema.isNullable
        if targets.isEmpty {
            for scalar in scalars {
                schema.kinds.formUnion(scalar.kinds)
                schema.cases += scalar.cases
                schema.format = schema.format ?? scalar.format
            }
            let isUniform = scalars.count == 1
            let areCases = scalars.allSatisfy { !$0.cases.isEmpty }
            if !isUniform { schema.format = nil }
            if !areCases { schema.cases = [] }
        } else if targets.count == 1 {
            schema = try self.schema(at: targets[0])
            schema.isNullable = schema.isNullable || isNullable
            schema.identifiers = Set(scalars.flatMap(\.kinds))
        } else {
            schema.kinds = [.object]
            schema.alternatives = targets
            schema.identifiers = Set(scalars.flatMap(\.kinds))
        }
    }

    /// Returns the distinct schemas of objects and arrays, with those that alternatives consist of.
    private static func targets(of list: [DescribedSchema]) -> [Int] {
        var targets: [Int] = []
        for schema in list {
            for target in schema.alternatives.isEmpty ? [schema.target] : schema.alternatives
            where !targets.contains(target) { targets.append(target) }
        }
        return targets
    }
}
