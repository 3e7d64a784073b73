import ObjectGraph
import Payload

/// Writing the objects that relationships lead to.
extension RepresentationPass {
    /// What is written for a relationship; `nil` if it is empty and nil is left out.
    mutating func node(
        of relationship: RepresentedRelationship, of object: ManagedObject
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
                    "\(object.objectID).\(relationship.layout.name): two objects have the same "
                        + "key; give each its own, or omit the relationship")
            }
            return node
        case .members, .single:
            guard nodes.count < 2 else {
                throw MappingError(
                    .conflictingValues,
                    "\(object.objectID).\(relationship.layout.name): \(nodes.count) objects, but "
                        + "the representation itself has room for one; give the relationship a "
                        + "path, or omit it")
            }
            return nodes.first ?? (writesNil(of: object) ? .null : nil)
        }
    }

    /// What is written for one object of a relationship.
    private mutating func node(
        of target: ManagedObject, in relationship: RepresentedRelationship
    ) throws(MappingError) -> PayloadNode {
        let layout = relationship.layout
        let mapping = try choose(relationship.mapping, for: target, by: layout)
        if relationship.style == .identifiers {
            return try identifiers(of: target, mapping, layout)
        }
        if open.contains(target) { return try reference(to: target, mapping, layout) }
        return try representation(of: target, using: mapping, from: layout)
    }

    /// What identifies an object, in its place: one value, or an object where it takes several.
    private func identifiers(
        of target: ManagedObject, _ mapping: Int, _ relationship: RelationshipLayout
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

    /// An object that is being written already, as its mapping can read it: with nothing in it but
    /// what identifies it.
    private func reference(
        to target: ManagedObject, _ mapping: Int, _ relationship: RelationshipLayout
    ) throws(MappingError) -> PayloadNode {
        let members = try requireIdentifiers(of: target, mapping, relationship)
        if members.count == 1, members[0].isWhole {
            return try identifyingNode(of: members[0], of: target)
        }
        guard let plan = writer.representations.representations[mapping] else {
            preconditionFailure("a mapping that was not compiled")
        }
        let key = try key(of: target, plan)
        var node = emptyNode(key)
        for member in members where !member.path.isKeyOfRepresentation {
            guard member.path.isWritable else {
                throw MappingError(
                    .missingIdentification,
                    "'\(relationship.name)' leads to \(target.objectID), which is being written "
                        + "already, and '\(member.name)', which identifies it, cannot be written "
                        + "to '\(member.path)'; omit the relationship")
            }
            try put(
                try identifyingNode(of: member, of: target), of: member, in: &node, key, of: target)
        }
        return node
    }

    private func requireIdentifiers(
        of target: ManagedObject, _ mapping: Int, _ relationship: RelationshipLayout
    ) throws(MappingError) -> [RepresentationMember] {
        if let members = writer.representations.identifiers[mapping] { return members }
        throw MappingError(
            .missingIdentification,
            "'\(relationship.name)' leads to \(target.objectID), which is being written already, "
                + "and nothing identifies it; set identificationAttributes, or omit the "
                + "relationship")
    }

    /// The mapping for an object: the one there is, or the one a dynamic mapping has for its entity.
    func choose(
        _ mapping: Int, for object: ManagedObject, by relationship: RelationshipLayout?
    ) throws(MappingError) -> Int {
        let candidates = writer.plan.entityPlaces(of: mapping, for: object.layout.index)
        let place = relationship.map { "'\($0.name)' leads to " } ?? ""
        guard let first = candidates.first else {
            let wanted = writer.plan.entityPlaces(of: mapping)
                .map { writer.plan.entities[$0].layout.name }.joined(separator: " or ")
            throw MappingError(
                relationship == nil && mapping < writer.plan.entities.count
                    ? .objectMismatch : .noMapping,
                "\(place)\(object.objectID): expected \(wanted), found \(object.layout.name); add "
                    + "a mapping for it, or leave the object out")
        }
        guard candidates.count > 1, let choice = writer.choice else { return first }
        let names = candidates.map { writer.plan.entities[$0].name }
        guard let name = choice(object, names) else {
            throw MappingError(
                .noMapping,
                "\(place)\(object.objectID): none of the mappings "
                    + "\(names.map { "'\($0)'" }.joined(separator: ", ")) was chosen; choose one, "
                    + "or leave the object out")
        }
        guard let chosen = names.firstIndex(of: name) else {
            throw MappingError(
                .unknownMapping,
                "\(place)\(object.objectID): '\(name)' was chosen, which is not among "
                    + names.map { "'\($0)'" }.joined(separator: ", ")
                    + Suggestion.text(for: name, among: names))
        }
        return candidates[chosen]
    }
}

extension MappingPlan {
    /// The mappings at a place that are for an entity, or if there is none, for its nearest ancestor.
    func entityPlaces(of place: Int, for entity: Int) -> [Int] {
        let suitable = entityPlaces(of: place).filter { entities[$0].layout.includes(entity) }
        // Of two entities that include a third one, the nearer has the smaller family.
        let nearest = suitable.map { entities[$0].layout.family.count }.min()
        return suitable.filter { entities[$0].layout.family.count == nearest }
    }
}
