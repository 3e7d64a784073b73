import EntityMapper
import MercatorPayload
import ObjectGraph

/// Writing objects directly as bytes.
///
/// Each step produces the same output as ``tree(of:using:from:)``.
extension RepresentationPass {
    /// The number of initial objects used to estimate the size of the remaining ones.
    private static let firstObjects = 32

    /// Writes objects in order, each preceded by a comma.
    ///
    /// - Throws: ``MappingError`` for the first object that cannot be written.
    mutating func write(
        _ objects: [ManagedObject], to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        let start = buffer.count
        buffer.expect(objects.count)
        for (index, object) in objects.enumerated() {
            if index == Self.firstObjects {
                let average = (buffer.count - start) / index
                buffer.reserve((average + average / 8 + 1) * (objects.count - index))
            }
            buffer.append(UInt8(ascii: ","))
            try write(object, to: &buffer)
        }
    }

    /// Writes an outermost object.
    mutating func write(
        _ object: ManagedObject, to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        let (object, mapping) = try begin(object)
        try write(object, using: mapping, from: nil, to: &buffer)
    }

    /// Writes an object with all embedded objects.
    private mutating func write(
        _ object: RepresentedObject, using mapping: Int, from arrival: RelationshipLayout?,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        let program = writer.representations[mapping]
        guard program.form != .tree else {
            return buffer.append(try tree(of: object, using: mapping, from: arrival))
        }
        try enter(object, from: arrival)
        defer { leave() }
        let key = program.hasKey ? try key(of: object, program.plan) : nil
        guard program.form == .members else {
            return try writeIdentifying(program.plan.members[0], of: object, to: &buffer)
        }
        let outer = buffer.open()
        if let key {
            buffer.append(UInt8(ascii: ","))
            buffer.appendKey(key)
            let inner = buffer.open()
            try run(program, for: object, from: arrival, to: &buffer)
            buffer.close(inner, isObject: true)
        } else {
            try run(program, for: object, from: arrival, to: &buffer)
        }
        buffer.close(outer, isObject: true)
    }

    /// Writes the members of an object, each preceded by a comma.
    private mutating func run(
        _ program: WritingProgram, for object: RepresentedObject,
        from arrival: RelationshipLayout?, to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        var groups: [(key: Int, members: Int)] = []
        let values = object.entry.row.ownValues
        for step in program.steps {
            switch step.kind {
            case .value:
                if try isSubstitute(step, of: program, in: object) { continue }
                let isWritten =
                    if let values {
                        buffer.append(program, step, values[step.slot])
                    } else {
                        buffer.append(program, step, object.entry.row)
                    }
                if !isWritten {
                    throw unwritable(
                        Conversion.noInfinity, program.plan.members[step.member].name, of: object)
                }
            case .attribute:
                try writeAttribute(step, of: program, for: object, to: &buffer)
            case .relationship:
                let member = program.relationships[step.relationship]
                guard isWritten(member, of: object, from: arrival) else { continue }
                try writeRelationship(step, of: program, for: object, to: &buffer)
            case .open:
                let start = buffer.count
                buffer.append(program.keys, step.key)
                groups.append((start, buffer.open()))
            case .close:
                let group = groups.removeLast()
                if group.members == buffer.count {
                    buffer.abandon(to: group.key)
                } else {
                    buffer.close(group.members, isObject: true)
                }
            }
        }
    }
}

/// Writing attributes.
extension RepresentationPass {
    private mutating func writeAttribute(
        _ step: WritingProgram.Step, of program: WritingProgram, for object: RepresentedObject,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        guard case .attribute(let attribute) = program.plan.members[step.member].content,
            let value = try content(of: attribute, in: object)
        else { return }
        buffer.append(program.keys, step.key)
        if let reason = attribute.conversion.write(value, to: &buffer) {
            throw unwritable(reason, program.plan.members[step.member].name, of: object)
        }
    }

    private mutating func writeIdentifying(
        _ member: RepresentationMember, of object: RepresentedObject,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        let (value, conversion) = try identifyingValue(of: member, in: object)
        if let reason = conversion.write(value, to: &buffer) {
            throw unwritable(reason, member.name, of: object)
        }
    }
}

/// Writing relationships.
extension RepresentationPass {
    /// Writes a member for a relationship, unless it is empty and nil is omitted.
    private mutating func writeRelationship(
        _ step: WritingProgram.Step, of program: WritingProgram, for object: RepresentedObject,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) {
        let member = program.relationships[step.relationship]
        let start = buffer.count
        buffer.append(program.keys, step.key)
        let isThere = try write(member, of: object, step.copies, to: &buffer)
        if !isThere { buffer.drop(to: start) }
    }

    /// Writes the objects of a relationship; returns `false` if it is empty and nil is omitted.
    private mutating func write(
        _ relationship: RepresentedRelationship, of object: RepresentedObject, _ copies: Int?,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) -> Bool {
        guard relationship.form != .members else {
            guard let node = try node(of: relationship, of: object) else { return false }
            buffer.append(node)
            return true
        }
        let isList = relationship.form == .list
        let list = isList ? buffer.open() : 0
        let count = try writeTargets(relationship, of: object, copies, to: &buffer)
        if isList {
            buffer.close(list, isObject: false)
        } else if count == 0 {
            guard writesNil(of: object) else { return false }
            buffer.appendNull()
        } else if count > 1 {
            throw tooMany(count, in: relationship, of: object)
        }
        return true
    }

    /// Writes the destinations of a relationship; in an array each is preceded by a comma.
    ///
    /// Returns the number of destinations.
    private mutating func writeTargets(
        _ relationship: RepresentedRelationship, of object: RepresentedObject, _ copies: Int?,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) -> Int {
        let root = context.root(of: relationship.layout.destination)
        let targets = try destinations(of: relationship.layout, from: object)
        let (all, isList) = (targets.count, relationship.form == .list)
        buffer.expect(all)
        var count = 0
        for index in 0..<all {
            let number = targets[index]
            let name = RepresentedObject.Name(root: root, number: number)
            if let copies, let copy = self.copies[copies].range(of: number), hasRoom, !isOpen(name)
            {
                if isList { buffer.append(UInt8(ascii: ",")) }
                buffer.repeatBytes(copy)
                count += 1
                continue
            }
            guard let target = try self.object(root: root, number) else { continue }
            count += 1
            if isList { buffer.append(UInt8(ascii: ",")) }
            // The comma is not part of a copy: the first comma in a list becomes its bracket.
            let start = buffer.count
            let isRepeatable = try write(target, in: relationship, to: &buffer)
            if let copies, isRepeatable {
                self.copies[copies].remember(start..<buffer.count, of: number)
            }
        }
        return count
    }

    /// Writes a destination of a relationship.
    ///
    /// Returns whether the written bytes can be repeated wherever the relationship references the
    /// object.
    private mutating func write(
        _ target: RepresentedObject, in relationship: RepresentedRelationship,
        to buffer: inout PayloadBuffer
    ) throws(MappingError) -> Bool {
        let layout = relationship.layout
        let mapping = try choose(relationship.mapping, for: target, by: layout)
        guard relationship.style != .identifiers, !isOpen(target.name) else {
            if relationship.style == .identifiers {
                let members = try requireIdentifiers(of: target, mapping, layout)
                if members.count == 1 {
                    try writeIdentifying(members[0], of: target, to: &buffer)
                    return false
                }
            }
            buffer.append(try node(of: target, in: relationship, using: mapping))
            return false
        }
        try write(target, using: mapping, from: layout, to: &buffer)
        return writer.choice == nil && writer.representations[mapping].isRepeatable
    }
}
