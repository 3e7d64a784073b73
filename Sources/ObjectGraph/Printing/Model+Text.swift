extension ManagedObjectModel: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The names of the entities: `ManagedObjectModel(Article, Author)`.
    public var description: String { "ManagedObjectModel(\(entityNames))" }
    /// The names of the entities.
    public var debugDescription: String { description }
    /// The entities.
    public var customMirror: Mirror {
        Mirror(self, children: ["entities": Array(entities.prefix(20)), "count": entities.count])
    }

    /// The names of the first entities.
    var entityNames: String { TextLines(entities.map(\.name), limit: 20).joined }
}

extension EntityDescription: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The name, the parent and the properties with their types, in one line.
    public var description: String {
        let properties = attributes.map(\.description) + relationships.map(\.description)
        return (isAbstract ? "abstract " : "") + name + (parent.map { ": \($0)" } ?? "")
            + " (" + TextLines(properties, limit: 20).joined + ")"
    }

    /// The name, the parent and the properties.
    public var debugDescription: String { description }

    /// The name, the parent and the first properties.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "parent": parent as Any,
                "attributes": Array(attributes.prefix(20)),
                "relationships": Array(relationships.prefix(20)),
            ])
    }
}

extension AttributeDescription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name and the type: `title string?`; a question mark marks an optional attribute.
    public var description: String {
        "\(name) \(type.rawValue)" + (isOptional ? "?" : "") + (isUnique ? " unique" : "")
            + (isSearchable ? " searchable" : "")
    }

    /// The name and the type.
    public var debugDescription: String { description }
}

extension RelationshipDescription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name and the destination: `author → Author`, `tags → [Tag]`.
    public var description: String {
        "\(name) → " + (isToMany ? "[\(destination)]" : destination)
    }

    /// The name and the destination.
    public var debugDescription: String { description }
}

extension ConnectionDescription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The relationship and its keys or key path: `Article.author by authorID = authorID`.
    public var description: String {
        let way =
            keyPath.map { "along \($0)" }
            ?? "by " + keys.map { "\($0.source) = \($0.destination)" }.joined(separator: ", ")
        return "\(entity).\(relationship) \(way)"
    }

    /// The relationship and its keys or key path.
    public var debugDescription: String { description }
}

extension FetchRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The entity, the condition and the order: `Article where rating >= 4 sorted by title`.
    public var description: String {
        let parts = [
            entityName, predicate == .true ? nil : "where \(predicate)".shortened(to: 500),
            sortKeys.isEmpty ? nil : "sorted by \(TextLines(sortKeys, limit: 20).joined)",
            limit.map { "limit \($0)" }, offset == 0 ? nil : "offset \(offset)",
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// The entity, the condition and the order.
    public var debugDescription: String { description }

    /// The parts of the description.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "entityName": entityName, "predicate": "\(predicate)".shortened(to: 500),
                "sortKeys": Array(sortKeys.prefix(20)), "limit": limit as Any, "offset": offset,
            ])
    }
}

extension SortKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path and, if it is descending, the direction: `updatedAt descending`.
    public var description: String { "\(expression)" + (isAscending ? "" : " descending") }
    /// The path and the direction.
    public var debugDescription: String { description }
}
