import EntityMapper
import MercatorPayload
import ObjectGraph

/// The writing of objects, each with all embedded objects.
///
/// The content is determined here and in `RepresentationPass+Choosing`. There are two forms of
/// output: directly as bytes (`RepresentationPass+Bytes`), and as a tree
/// (`RepresentationPass+Trees`) for representations whose members overlap and for hooks. The
/// ``WritingProgram`` of a mapping determines the form.
struct RepresentationPass {
    let writer: RepresentationWriter
    let context: ManagedObjectContext
    /// The changes since the last save; `nil` unless only changes are written.
    let changes: RelationshipChanges?
    var graph: GraphReader
    /// The ranges of objects in the payload that can be repeated.
    ///
    /// There is an entry for each relationship that may reference an object several times.
    var copies: [WrittenCopies]
    /// The objects that are currently being written, outermost first.
    private var open: [RepresentedObject.Name] = []
    private var substitutes = WrittenSubstitutes()
    private var mayHaveSubstitutes: Bool?

    init(_ writer: RepresentationWriter, _ context: ManagedObjectContext) {
        self.writer = writer
        self.context = context
        changes = writer.profile == .patch ? RelationshipChanges(context) : nil
        graph = GraphReader(context)
        copies = Array(repeating: WrittenCopies(), count: writer.representations.copyCount)
    }

    /// Writes objects as trees, in order.
    ///
    /// - Throws: ``MappingError`` for the first object that cannot be written.
    mutating func trees(of objects: [ManagedObject]) throws(MappingError) -> [PayloadNode] {
        try readAhead(objects)
        var nodes: [PayloadNode] = []
        nodes.reserveCapacity(objects.count)
        for object in objects {
            let (object, mapping) = try begin(object)
            nodes.append(try tree(of: object, using: mapping, from: nil))
        }
        return nodes
    }

    /// Returns the values and the mapping of an outermost object.
    mutating func begin(
        _ object: ManagedObject
    ) throws(MappingError) -> (RepresentedObject, mapping: Int) {
        try MappingError.checkCancellation()
        guard let known = try self.object(root: object.root, object.number) else {
            throw MappingError(
                .objectMismatch,
                "\(object.objectID) does not exist any more; write objects before they are deleted")
        }
        return (known, try choose(writer.mapping, for: known, by: nil))
    }
}

/// The path from the outermost object to the current object.
extension RepresentationPass {
    /// Indicates whether the depth limit allows another nested object.
    var hasRoom: Bool { open.count < writer.depthLimit }

    func isOpen(_ object: RepresentedObject.Name) -> Bool { open.contains(object) }

    mutating func enter(
        _ object: RepresentedObject, from arrival: RelationshipLayout?
    ) throws(MappingError) {
        guard hasRoom else {
            throw MappingError(
                .depthExceeded,
                "\(arrival.map { "'\($0.name)' at " } ?? "")\(objectID(of: object)): more than "
                    + "\(writer.depthLimit) objects inside one another; raise depthLimit, or "
                    + "represent a relationship on the way by identifiers")
        }
        open.append(object.name)
    }

    mutating func leave() { open.removeLast() }

    /// Returns the identifier of an object for messages.
    func objectID(of object: RepresentedObject) -> ManagedObjectID {
        context.objectID(root: object.root, object.number)
    }
}

/// Reading the object graph.
extension RepresentationPass {
    /// Returns an object with its values; `nil` if it does not exist.
    mutating func object(
        root: Int, _ number: Int64
    ) throws(MappingError) -> RepresentedObject? {
        do {
            return try graph.entry(root: root, number).map {
                RepresentedObject(root: root, entry: $0)
            }
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Returns the destinations of a relationship, including missing ones.
    mutating func destinations(
        of relationship: RelationshipLayout, from object: RepresentedObject
    ) throws(MappingError) -> GraphDestinations {
        do {
            return try graph.destinations(of: relationship, from: object.entry)
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Returns the existing destinations of a relationship.
    mutating func objects(
        of relationship: RelationshipLayout, from object: RepresentedObject
    ) throws(MappingError) -> [RepresentedObject] {
        let root = context.root(of: relationship.destination)
        var objects: [RepresentedObject] = []
        for number in try destinations(of: relationship, from: object) {
            guard let target = try self.object(root: root, number) else { continue }
            objects.append(target)
        }
        return objects
    }
}

/// The written content of an object.
extension RepresentationPass {
    /// Tests whether a relationship is written as part of an object.
    func isWritten(
        _ relationship: RepresentedRelationship, of object: RepresentedObject,
        from arrival: RelationshipLayout?
    ) -> Bool {
        !relationship.leadsBack(from: arrival?.index)
            && changes?.hasChange(relationship.layout, of: object) != false
    }

    /// Returns the value of an attribute, possibly null; `nil` if the attribute is omitted.
    mutating func content(
        of attribute: RepresentedAttribute, in object: RepresentedObject
    ) throws(MappingError) -> Value? {
        let (value, isChanged, source) = try self.value(of: attribute, in: object)
        let isKnown = attribute.isIdentifying && !value.isNull
        guard writer.profile != .patch || isChanged || isKnown else { return nil }
        if !isKnown, try isSubstitute(value, of: attribute, in: source) { return nil }
        guard !value.isNull || attribute.writesNull || writesNil(of: object) else { return nil }
        return value
    }

    /// Tests whether nil is written as `null`.
    func writesNil(of object: RepresentedObject) -> Bool {
        switch writer.profile {
        case .create: false
        case .update: true
        case .patch: !object.isInserted
        }
    }

    /// Returns a required value and its conversion.
    mutating func identifyingValue(
        of member: RepresentationMember, in object: RepresentedObject
    ) throws(MappingError) -> (Value, Conversion) {
        guard case .attribute(let attribute) = member.content else {
            preconditionFailure("a relationship identifies nothing")
        }
        let value = try self.value(of: attribute, in: object).value
        guard !value.isNull else {
            throw MappingError(
                .missingIdentification,
                "\(objectID(of: object)).\(member.name): expected a value, since it stands for the "
                    + "whole object, found nil; set it, or leave the object out")
        }
        return (value, attribute.conversion)
    }

    /// Tests whether a value is a substitute for a payload value that could not be converted.
    private mutating func isSubstitute(
        _ value: Value, of attribute: RepresentedAttribute, in object: RepresentedObject
    ) throws(MappingError) -> Bool {
        guard try hasSubstitutes() else { return false }
        do {
            return try substitutes.contains(value, slot: attribute.slot, of: object, in: context)
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Tests whether the value of a step is a substitute.
    mutating func isSubstitute(
        _ step: WritingProgram.Step, of program: WritingProgram, in object: RepresentedObject
    ) throws(MappingError) -> Bool {
        guard try hasSubstitutes(),
            case .attribute(let attribute) = program.plan.members[step.member].content,
            !attribute.isIdentifying
        else { return false }
        return try isSubstitute(object.entry.row[attribute.slot], of: attribute, in: object)
    }

    /// Tests whether the store or the context has any substitutes.
    private mutating func hasSubstitutes() throws(MappingError) -> Bool {
        if let mayHaveSubstitutes { return mayHaveSubstitutes }
        do {
            let found = try context.hasSubstitutes()
            mayHaveSubstitutes = found
            return found
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Returns the value of an attribute, its owner, and whether it has unsaved changes.
    ///
    /// A value has unsaved changes if it has changed since the last save.
    private mutating func value(
        of attribute: RepresentedAttribute, in object: RepresentedObject
    ) throws(MappingError) -> (value: Value, isChanged: Bool, source: RepresentedObject) {
        var source = object
        var isChanged = false
        for step in attribute.route {
            if changes?.hasChange(step, of: source) == true { isChanged = true }
            guard let next = try objects(of: step, from: source).first else {
                return (.null, isChanged, source)
            }
            source = next
        }
        let value = source.entry.row[attribute.slot]
        guard writer.profile == .patch, !isChanged else { return (value, isChanged, source) }
        let original = graph.original(of: source.entry, root: source.root)
        return (value, original?[attribute.slot] != value, source)
    }

    /// Creates the error for a value that cannot be represented in a payload.
    func unwritable(
        _ reason: String, _ name: String, of object: RepresentedObject
    ) -> MappingError {
        MappingError(.unwritableValue, "\(objectID(of: object)).\(name): \(reason)")
    }
}
