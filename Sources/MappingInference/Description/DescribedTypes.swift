import EntityMapper
import ObjectGraph
import ValueTransforms

extension DescribedProperty {
    /// The type of an attribute, from the kinds and the format of its schema; `nil` for objects.
    func type(isIdentity: Bool) -> (type: AttributeType, transform: ValueTransform)? {
        switch value {
        case .list: (.array, .default)
        case .json(let isArray): (isArray ? .array : .dictionary, .default)
        case .objects, .several: nil
        case .scalar: Self.type(of: schema, isIdentity: isIdentity)
        }
    }

    private static func type(
        of schema: DescribedSchema, isIdentity: Bool
    ) -> (AttributeType, ValueTransform) {
        guard schema.kinds.count == 1 || schema.kinds == [.integer, .number] else {
            return (.string, .default)
        }
        if schema.kinds.contains(.number) { return (number(schema.format), .default) }
        switch (schema.kinds.first, schema.format) {
        case (.boolean, _): return (.boolean, .default)
        case (.integer, "int32"): return (isIdentity ? .integer64 : .integer32, .default)
        case (.integer, "unix-time"): return (.date, .secondsSince1970)
        case (.integer, _): return (.integer64, .default)
        case (_, "uuid"): return (.uuid, .default)
        case (_, "date-time") where !isIdentity: return (.date, .default)
        case (_, "date") where !isIdentity: return (.date, .isoDay)
        case (_, "uri") where !isIdentity, (_, "url") where !isIdentity: return (.url, .default)
        case (_, "byte") where !isIdentity: return (.data, .default)
        case (_, "decimal") where !isIdentity: return (.decimal, .default)
        default: return (.string, .default)
        }
    }

    private static func number(_ format: String?) -> AttributeType {
        switch format {
        case "float": .float
        case "decimal": .decimal
        default: .double
        }
    }

    /// The kinds and the format, as evidence.
    var evidence: String {
        let kinds = schema.kinds.map(\.rawValue).sorted().joined(separator: " or ")
        return schema.format.map { "\(kinds) in the format \($0)" } ?? kinds
    }
}
