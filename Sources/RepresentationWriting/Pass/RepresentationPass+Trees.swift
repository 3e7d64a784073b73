import EntityMapper
import MercatorPayload
import ObjectGraph

/// Writing objects as trees.
extension RepresentationPass {
    /// Writes an object with all embedded objects.
    mutating func tree(
        of object: RepresentedObject, using mapping: Int, from arrival: RelationshipLayout?
    ) throws(MappingError) -> PayloadNode {
        let plan = writer.representations[mapping].plan
        try enter(object, from: arrival)
        defer { leave() }
        let key = try key(of: object, plan)
        if plan.isValue {
            return try identifyingNode(of: plan.members[0], of: object)
        }
        if key == nil, plan.isFlat, plan.rest.isEmpty {
            let node = try flat(plan.members, of: object, from: arrival)
            return try finished(node, of: object, by: plan.entity, key: nil)
        }
        // A value at the key itself replaces an object with members.
        let takesKey = plan.members.contains(where: \.isAtKey)
        var node = PayloadNode.record(takesKey ? nil : key)
        for member in plan.members {
            guard let value = try self.node(of: member, of: object, from: arrival) else { continue }
            try put(value, of: member, in: &node, key, of: object)
        }
        if takesKey, let key, node == .object([]) {
            node = .object([PayloadNode.Member(key, .null)])
        }
        for member in plan.rest {
            guard let value = try self.node(of: member, of: object, from: arrival) else { continue }
            node.complete(with: value, at: key)
        }
        return try finished(node, of: object, by: plan.entity, key: key)
    }

    /// Writes members with distinct keys without searching for existing members.
    private mutating func flat(
        _ members: [RepresentationMember], of object: RepresentedObject,
        from arrival: RelationshipLayout?
    ) throws(MappingError) -> PayloadNode {
        var nodes: [PayloadNode.Member] = []
        nodes.reserveCapacity(members.count)
        for member in members {
            guard let value = try node(of: member, of: object, from: arrival) else { continue }
            nodes.append(PayloadNode.Member(member.path.components[0].name, value))
        }
        return .object(nodes)
    }

    /// Puts the value of a member at its path.
    func put(
        _ value: PayloadNode, of member: RepresentationMember, in node: inout PayloadNode,
        _ key: String?, of object: RepresentedObject
    ) throws(MappingError) {
        guard node.put(value, at: member.keys(key)[...]) else {
            throw MappingError(
                .conflictingValues,
                "\(objectID(of: object)).\(member.name): something else was written to "
                    + "\(member.pathText) already; make one of the mappings read-only, or omit it")
        }
    }

    /// Returns the key of a representation; `nil` if it has none.
    mutating func key(
        of object: RepresentedObject, _ plan: RepresentationPlan
    ) throws(MappingError) -> String? {
        guard let key = plan.key else { return nil }
        guard let text = try identifyingNode(of: key, of: object).keyText else {
            throw MappingError(
                .unwritableValue,
                "\(objectID(of: object)).\(key.name): expected a text, number or truth value, since "
                    + "it becomes a key, found something else; use another transform")
        }
        return text
    }

    /// Returns the node of a member; `nil` if it is omitted.
    private mutating func node(
        of member: RepresentationMember, of object: RepresentedObject,
        from arrival: RelationshipLayout?
    ) throws(MappingError) -> PayloadNode? {
        switch member.content {
        case .relationship(let relationship):
            guard isWritten(relationship, of: object, from: arrival) else { return nil }
            let node = try self.node(of: relationship, of: object)
            // An aggregated nested object that is nil does not make the whole representation nil.
            return node == .null && member.keys(nil).isEmpty ? nil : node
        case .attribute(let attribute):
            guard let value = try content(of: attribute, in: object) else { return nil }
            return try node(of: value, attribute.conversion, named: member.name, of: object)
        }
    }

    /// Returns the node of a required value.
    mutating func identifyingNode(
        of member: RepresentationMember, of object: RepresentedObject
    ) throws(MappingError) -> PayloadNode {
        let (value, conversion) = try identifyingValue(of: member, in: object)
        return try node(of: value, conversion, named: member.name, of: object)
    }

    private func node(
        of value: Value, _ conversion: Conversion, named name: String, of object: RepresentedObject
    ) throws(MappingError) -> PayloadNode {
        switch conversion.representation(of: value) {
        case .node(let node): return node
        case .invalid(let reason): throw unwritable(reason, name, of: object)
        }
    }
}
