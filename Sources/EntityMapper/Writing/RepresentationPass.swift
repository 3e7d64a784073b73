import ObjectGraph
import Payload

/// Writes objects as trees, each with everything that is embedded in it.
struct RepresentationPass {
    let writer: RepresentationWriter
    let context: ManagedObjectContext
    /// What changed since the last save, if that is what counts.
    let changes: RelationshipChanges?
    /// The objects that are being written, outermost first.
    private(set) var open: [ManagedObject] = []

    init(_ writer: RepresentationWriter, _ context: ManagedObjectContext) {
        self.writer = writer
        self.context = context
        changes = writer.profile == .patch ? RelationshipChanges(context) : nil
    }

    /// Writes objects, in their order.
    ///
    /// - Throws: ``MappingError`` for the first object that cannot be written.
    mutating func run(_ objects: [ManagedObject]) throws(MappingError) -> [PayloadNode] {
        try readAhead(objects)
        var nodes: [PayloadNode] = []
        nodes.reserveCapacity(objects.count)
        for object in objects {
            try MappingError.checkCancellation()
            guard object.exists else {
                throw MappingError(
                    .objectMismatch,
                    "\(object.objectID) does not exist any more; write objects before they are "
                        + "deleted")
            }
            let mapping = try choose(writer.mapping, for: object, by: nil)
            nodes.append(try representation(of: object, using: mapping, from: nil))
        }
        return nodes
    }

    /// Writes an object with everything in it.
    mutating func representation(
        of object: ManagedObject, using mapping: Int, from arrival: RelationshipLayout?
    ) throws(MappingError) -> PayloadNode {
        guard let plan = writer.representations.representations[mapping] else {
            preconditionFailure("a mapping that was not compiled")
        }
        guard open.count < writer.depthLimit else {
            throw MappingError(
                .depthExceeded,
                "\(arrival.map { "'\($0.name)' at " } ?? "")\(object.objectID): more than "
                    + "\(writer.depthLimit) objects inside one another; raise depthLimit, or "
                    + "represent a relationship on the way by identifiers")
        }
        open.append(object)
        defer { open.removeLast() }
        let key = try key(of: object, plan)
        if plan.isValue {
            return try identifyingNode(of: plan.members[0], of: object)
        }
        if key == nil, plan.isFlat {
            let node = try flat(plan.members, of: object, from: arrival)
            return try finished(node, of: object, by: plan.entity, key: nil)
        }
        var node = PayloadNode.record(key)
        for member in plan.members {
            guard let value = try self.node(of: member, of: object, from: arrival) else { continue }
            try put(value, of: member, in: &node, key, of: object)
        }
        return try finished(node, of: object, by: plan.entity, key: key)
    }

    /// Writes members that cannot meet, without looking for one another.
    private mutating func flat(
        _ members: [RepresentationMember], of object: ManagedObject,
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

    /// Puts the value of a member where it goes.
    func put(
        _ value: PayloadNode, of member: RepresentationMember, in node: inout PayloadNode,
        _ key: String?, of object: ManagedObject
    ) throws(MappingError) {
        guard node.put(value, at: member.keys(key)[...]) else {
            throw MappingError(
                .conflictingValues,
                "\(object.objectID).\(member.name): something else was written to "
                    + "\(member.place) already; make one of the mappings read-only, or omit it")
        }
    }

    /// The key of a representation that has one.
    func key(
        of object: ManagedObject, _ plan: RepresentationPlan
    ) throws(MappingError) -> String? {
        guard let key = plan.key else { return nil }
        guard let text = try identifyingNode(of: key, of: object).keyText else {
            throw MappingError(
                .unwritableValue,
                "\(object.objectID).\(key.name): expected a text, number or truth value, since it "
                    + "becomes a key, found something else; use another transform")
        }
        return text
    }

    /// What is written for a member; `nil` if nothing is.
    private mutating func node(
        of member: RepresentationMember, of object: ManagedObject,
        from arrival: RelationshipLayout?
    ) throws(MappingError) -> PayloadNode? {
        switch member.content {
        case .relationship(let relationship):
            guard !relationship.leadsBack(from: arrival?.index),
                changes?.hasChange(relationship.layout, of: object) != false
            else { return nil }
            let node = try self.node(of: relationship, of: object)
            // The representation itself is never nil because an object inside it is.
            return node == .null && member.keys(nil).isEmpty ? nil : node
        case .attribute(let attribute):
            let (value, isChanged) = try self.value(of: attribute, of: object)
            let isKnown = attribute.isIdentifying && !value.isNull
            guard writer.profile != .patch || isChanged || isKnown else { return nil }
            guard !value.isNull || attribute.writesNull || writesNil(of: object) else { return nil }
            return try node(of: value, attribute, named: member.name, of: object)
        }
    }

    /// Whether nil is written as `null`.
    func writesNil(of object: ManagedObject) -> Bool {
        switch writer.profile {
        case .create: false
        case .update: true
        case .patch: !object.isInserted
        }
    }

    /// What is written for a value that must be there.
    func identifyingNode(
        of member: RepresentationMember, of object: ManagedObject
    ) throws(MappingError) -> PayloadNode {
        guard case .attribute(let attribute) = member.content else {
            preconditionFailure("a relationship identifies nothing")
        }
        let (value, _) = try self.value(of: attribute, of: object)
        guard !value.isNull else {
            throw MappingError(
                .missingIdentification,
                "\(object.objectID).\(member.name): expected a value, since it stands for the "
                    + "whole object, found nil; set it, or leave the object out")
        }
        return try node(of: value, attribute, named: member.name, of: object)
    }

    private func node(
        of value: Value, _ attribute: RepresentedAttribute, named name: String,
        of object: ManagedObject
    ) throws(MappingError) -> PayloadNode {
        switch attribute.conversion.representation(of: value) {
        case .node(let node): return node
        case .invalid(let reason):
            throw MappingError(.unwritableValue, "\(object.objectID).\(name): \(reason)")
        }
    }

    /// The value of an attribute, and whether it changed since the last save.
    private func value(
        of attribute: RepresentedAttribute, of object: ManagedObject
    ) throws(MappingError) -> (Value, isChanged: Bool) {
        var source = object
        var isChanged = false
        for step in attribute.route {
            if changes?.hasChange(step, of: source) == true { isChanged = true }
            guard let next = try objects(of: step, from: source).first else {
                return (.null, isChanged)
            }
            source = next
        }
        let position = try MappingError.wrapping { () throws(StoreError) in
            try context.position(root: source.root, source.number)
        }
        guard let position else { return (.null, isChanged) }
        // A table that is held here would be copied for each value.
        let value = context.state.tables[source.root].entries[position].row[attribute.slot]
        guard writer.profile == .patch, !isChanged else { return (value, isChanged) }
        let original = context.state.tables[source.root].original(at: position)
        return (value, original?[attribute.slot] != value)
    }

    /// The objects that a relationship leads to and that exist.
    func objects(
        of relationship: RelationshipLayout, from object: ManagedObject
    ) throws(MappingError) -> [ManagedObject] {
        try MappingError.wrapping { () throws(StoreError) in
            let root = context.root(of: relationship.destination)
            let numbers = try context.destinations(of: relationship.index, from: object.number)
            try context.load(root: root, numbers)
            var objects: [ManagedObject] = []
            for number in numbers where try context.position(root: root, number) != nil {
                objects.append(context.object(root: root, number))
            }
            return objects
        }
    }
}
