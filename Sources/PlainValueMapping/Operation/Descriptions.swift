import EntityMapper
import MercatorPayload
import ObjectGraph

extension ObjectMapping: CustomStringConvertible, CustomReflectable {
    /// The name and the number of mapped properties, such as `User: 3 attributes, 1 relationship`.
    public var description: String {
        "\(name): \(TextLines.count(attributes.count, "attribute")), "
            + TextLines.count(relationships.count, "relationship")
    }

    /// The name and the number of mapped properties.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "attributes": attributes.count, "relationships": relationships.count,
            ])
    }
}

extension ObjectMappingOperation: CustomStringConvertible, CustomReflectable {
    /// The mapping, such as `ObjectMappingOperation, User: 3 attributes, 1 relationship`.
    public var description: String { "ObjectMappingOperation, \(mapping)" }
    /// The mapping and the options.
    public var customMirror: Mirror {
        Mirror(self, children: ["mapping": mapping, "options": options])
    }
}

extension ObjectMappingResult: CustomStringConvertible, CustomReflectable {
    /// The number of values and the first issues; the values themselves are not printed.
    public var description: String {
        let head = "\(TextLines.count(values.count, "value")) of \(Mapped.self)"
        return [String: MappingCounts]().report(head, issues, of: issueCount)
    }

    /// The first values and issues.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "values": Array(values.prefix(20)), "count": values.count,
                "issues": Array(issues.prefix(5)), "issueCount": issueCount,
            ])
    }
}
