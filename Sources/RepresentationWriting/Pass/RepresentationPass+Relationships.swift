import EntityMapper
import MercatorPayload
import ObjectGraph

/// Writing the destinations of relationships as trees.
extension RepresentationPass {
    /// Returns the node of a relationship; `nil` if it is empty and nil is omitted.
    mutating func node(
        of relationship: RepresentedRelationship, of object: RepresentedObject
    ) throws(MappingError) -> PayloadNode? {
        var nodes: [PayloadNode] = []
        for target in try objects(of: relationship.layout, from: object) {
            nodes.append(try node(of: target, in: relationship))
        }
        switch relationship.form {
        case .list: return .array(nodes)
        case .members where relationship.layout.isToMany || !nodes.isEmpty:
            guard let node = PayloadNode(members: nodes) else {
                throw MappingError(
                    .conflictingValues,
                    "\(objectID(of: object)).\(relationship.layout.name): two objects have the same "
                        + "key; give each its own, or omit the relationship")
            }
            return node
        case .members, .single:
            guard nodes.count < 2 else {
                throw tooMany(nodes.count, in: relationship, of: object)
            }
            return nodes.first ?? (writesNil(of: object) ? .null : nil)
        }
    }

    func tooMany(
        _ count: Int, in relationship: RepresentedRelationship, of object: RepresentedObject
    ) -> MappingError {
        MappingError(
            .conflictingValues,
            "\(objectID(of: object)).\(relationship.layout.name): \(count) objects, but the "
                + "representation itself has room for one; give the relationship a path, or omit it"
        )
    }

    /// Returns the node of a destination of a relationship.
    mutating func node(
        of target: RepresentedObject, in relationship: RepresentedRelationship
    ) throws(MappingError) -> PayloadNode {
        let mapping = try choose(relationship.mapping, for: target, by: relationship.layout)
        return try node(of: target, in: relationship, using: mapping)
    }

    /// Returns the node of a destination of a relationship with a determined mapping.
    mutating func node(
        of target: RepresentedObject, in relationship: RepresentedRelationship, using mapping: Int
    ) throws(MappingError) -> PayloadNode {
        let layout = relationship.layout
        if relationship.style == .identifiers {
            return try identifiers(of: target, mapping, layout)
        }
        if isOpen(target.name) { return try reference(to: target, mapping, layout) }
        return try tree(of: target, using: mapping, from: layout)
    }

    /// Returns the identifiers of an object: a single value, or an object if there are several.
    private mutating func identifiers(
        of target: RepresentedObject, _ mapping: Int, _ relationship: RelationshipLayout
    ) throws(MappingError) -> PayloadNode {
        let members = try requireIdentifiers(of: target, mapping, relationship)
        if members.count == 1 { return try identifyingNode(of: members[0], of: target) }
        var node = PayloadNode.object([])
        for member in members {
            try put(
                try identifyingNode(of: member, of: target), of: member, in: &node, nil, of: target)
        }
        return node
    }

    /// Returns a reference to an object that is already being written.
    ///
    /// It is a representation with only the identifiers, which the object's mapping can read.
    private mutating func reference(
        to target: RepresentedObject, _ mapping: Int, _ relationship: RelationshipLayout
    ) throws(MappingError) -> PayloadNode {
        let members = try requireIdentifiers(of: target, mapping, relationship)
        if members.count == 1, members[0].isWhole {
            return try identifyingNode(of: members[0], of: target)
        }
        let key = try key(of: target, writer.representations[mapping].plan)
        var node = PayloadNode.record(key)
        for member in members where !member.path.isKeyOfRepresentation {
            guard member.path.isWritable else {
                throw MappingError(
                    .missingIdentification,
                    "'\(relationship.name)' leads to \(objectID(of: target)), which is being written "
                        + "already, and '\(member.name)', which identifies it, cannot be written "
                        + "to '\(member.path)'; omit the relationship")
            }
            try put(
                try identifyingNode(of: member, of: target), of: member, in: &node, key, of: target)
        }
        return node
    }

    func requireIdentifiers(
        of target: RepresentedObject, _ mapping: Int, _ relationship: RelationshipLayout
    ) throws(MappingError) -> [RepresentationMember] {
        if let members = writer.representations.identifiers[mapping] { return members }
        throw MappingError(
            .missingIdentification,
            "'\(relationship.name)' leads to \(objectID(of: target)), which is being written already, "
                + "and nothing identifies it; set identificationAttributes, or omit the "
                + "relationship")
    }
}
