import MercatorPayload
import ObjectGraph

extension EntityMapping: CustomStringConvertible, CustomReflectable {
    /// The entity and its identification, followed by a table of the property mappings.
    ///
    /// ```text
    /// Article, identified by articleID
    ///   id             articleID
    ///   headline.text  title
    ///   tags           tags       Tag
    ///   authorID       author     connection
    /// ```
    public var description: String {
        let rows = rows
        return rows.isEmpty ? head : "\(head)\n\(TextTable(rows: rows, limit: 40))"
    }

    /// The main parts of the mapping, without settings that have their default values.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "entity": entity.name,
                "identificationAttributes": identificationAttributes as Any,
                "attributeMappings": Array(attributeMappings.prefix(40)),
                "relationshipMappings": Array(relationshipMappings.prefix(40)),
                "connections": Array(connections.prefix(40)),
            ])
    }

    /// The name, the entity if its name differs, and the identification.
    var head: String {
        (name == entity.name ? name : "\(name) (\(entity.name))") + ", " + identificationText
    }

    /// The identification in words.
    var identificationText: String {
        identificationAttributes.map { "identified by \(TextLines($0).joined)" }
            ?? "not identified: every record is new"
    }

    private var rows: [[String]] {
        attributeMappings.map {
            [shown($0.source), $0.destination]
                + ($0.transform == .default ? [] : ["\($0.transform)".shortened()])
        } + relationshipMappings.map { [shown($0.source), $0.destination, $0.mapping] }
            + connections.map { connection in
                let keys = connection.keys.map(\.source)
                return [
                    connection.keyPath.map { "\($0)" } ?? TextLines(keys).joined,
                    connection.relationship, "connection",
                ]
            }
    }

    private func shown(_ path: PayloadPath) -> String {
        path.components.isEmpty && path.problem == nil ? "self" : "\(path)".shortened()
    }
}

extension DynamicMapping: CustomStringConvertible, CustomReflectable {
    /// The name and the mappings that can be selected, such as `Vehicle, one of Car, Plane`.
    public var description: String {
        "\(name), one of \(TextLines(knownMappings, limit: 20).joined)"
    }
    /// The name and the first matchers.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "matchers": Array(matchers.prefix(20))])
    }
}

extension MappingMatcher: CustomStringConvertible {
    /// The mappings and the condition, such as `Car where 'type' is "car"`.
    public var description: String {
        "\(TextLines(mappings).joined) \(condition)".shortened(to: 200)
    }
}

extension MappingMatcher.Condition: CustomStringConvertible {
    package var description: String {
        switch self {
        case .equals(let path, let value): "where '\(path)' is \(value)"
        case .matches(let path, let pattern): "where '\(path)' matches '\(pattern)'"
        case .kind(let path, let kind): "where '\(path)' is of kind \(kind)"
        case .predicate: "by a predicate"
        case .table(let path, let values): "where '\(path)' is \(TextLines(values).joined)"
        case .closure(let choice): "by the closure '\(choice.name)'"
        }
    }
}

extension MappingSet: CustomStringConvertible, CustomReflectable {
    /// A table of the mappings, followed by the root paths.
    ///
    /// ```text
    /// 2 mappings
    ///            attributes  relationships  connections
    ///   Article           4              1            1  identified by articleID
    ///   Tag               1              0            0  identified by tagID
    /// roots: articles → Article
    /// ```
    public var description: String {
        let rows = mappings.map { mapping in
            [
                mapping.name, "\(mapping.attributeMappings.count)",
                "\(mapping.relationshipMappings.count)", "\(mapping.connections.count)",
                mapping.identificationText,
            ]
        }
        let table = TextTable(
            ["", "attributes", "relationships", "connections"], rows: rows, limit: 20)
        let roots = roots.map { "\($0)" }
        let lines =
            [TextLines.count(mappings.count, "mapping")] + (rows.isEmpty ? [] : [table.description])
            + (dynamicMappings.isEmpty
                ? [] : ["dynamic: " + TextLines(dynamicMappings, limit: 20).joined])
            + (roots.isEmpty ? [] : ["roots: " + TextLines(roots, limit: 20).joined])
        return lines.joined(separator: "\n")
    }

    /// The first mappings and root paths.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "mappings": Array(mappings.prefix(20)),
                "dynamicMappings": Array(dynamicMappings.prefix(20)),
                "roots": Array(roots.prefix(20)),
            ])
    }
}

extension MappingSet.Root: CustomStringConvertible {
    /// The path and the mapping, such as `articles → Article`.
    public var description: String {
        "\(path.components.isEmpty ? "self" : "\(path)".shortened()) → \(mapping)"
    }
}

extension MappingPlan: CustomStringConvertible, CustomReflectable {
    /// The mappings of the plan as a table, followed by the warnings.
    public var description: String {
        warnings.isEmpty
            ? mappings.description
            : "\(mappings)\n\(TextLines.count(warnings.count, "warning")):\n"
                + TextLines(warnings).bulleted
    }

    /// The mappings and the warnings, without the compiled form.
    public var customMirror: Mirror {
        Mirror(self, children: ["mappings": mappings, "warnings": Array(warnings.prefix(20))])
    }
}
