import Mercator

/// The content of a store as one JSON object.
struct StoreSchemaJSON {
    private let store: OpenStore
    private let counts: EntityCounts
    private let connections: [OpenKeys]

    init(_ store: OpenStore) throws {
        self.store = store
        counts = try EntityCounts(store)
        connections = try OpenKeys.all(of: store)
    }

    /// The object, with an entity or a connection in each line.
    var text: String {
        let entities = store.model.entities.map { JSONLine.text(.dictionary(members(of: $0))) }
        let connections = connections.map { JSONLine.text(.dictionary(members(of: $0))) }
        return """
            {"isComplete": \(store.description.isComplete),
            "entities": [
            \(entities.joined(separator: ",\n"))
            ],
            "connections": [
            \(connections.joined(separator: ",\n"))
            ]}
            """
    }

    private func members(of entity: EntityDescription) -> [String: Value] {
        var members: [String: Value] = [
            "entity": .string(entity.name), "objects": .integer(Int64(counts[entity.name])),
            "isAbstract": .boolean(entity.isAbstract),
            "identifiedBy": .array(store.identification(of: entity).map { .string($0.name) }),
            "attributes": .array(entity.declaredAttributes.map(value)),
            "relationships": .array(entity.declaredRelationships.map(value)),
        ]
        if let parent = entity.parent { members["parent"] = .string(parent) }
        return members
    }

    private func value(of attribute: AttributeDescription) -> Value {
        .dictionary([
            "name": .string(attribute.name), "type": .string(attribute.type.rawValue),
            "isOptional": .boolean(attribute.isOptional),
            "isUnique": .boolean(attribute.isUnique),
            "isSearchable": .boolean(attribute.isSearchable),
        ])
    }

    private func value(of relationship: RelationshipDescription) -> Value {
        var members: [String: Value] = [
            "name": .string(relationship.name), "to": .string(relationship.destination),
            "isToMany": .boolean(relationship.isToMany),
            "isOrdered": .boolean(relationship.isOrdered),
            "onDelete": .string(relationship.deleteRule.rawValue),
        ]
        if let inverse = relationship.inverse { members["inverse"] = .string(inverse) }
        return .dictionary(members)
    }

    private func members(of open: OpenKeys) -> [String: Value] {
        var members: [String: Value] = [
            "entity": .string(open.connection.entity),
            "relationship": .string(open.connection.relationship),
            "keys": .dictionary(
                Dictionary(
                    open.connection.keys.map { ($0.source, .string($0.destination)) },
                    uniquingKeysWith: { first, _ in first })),
        ]
        if let count = open.count { members["open"] = .integer(Int64(count)) }
        if let problem = open.problem { members["problem"] = .string(problem) }
        return members
    }
}
