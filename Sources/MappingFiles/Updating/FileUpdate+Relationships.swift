import EntityMapper
import MercatorPayload
import ObjectGraph

extension FileUpdate {
    /// Adds missing relationships to an entity, and widens relationships with several objects.
    mutating func updateRelationships(of entity: EntityDescription) {
        guard let (name, sample, index) = mappings(of: entity) else { return }
        for mapping in sample.relationshipMappings {
            guard
                let relationship = sample.entity.relationship(named: mapping.destination),
                let destination = names[relationship.destination]
            else { continue }
            let path = sample.relative(mapping.source)
            let own = file.mappings.mappings[index]
            if let known = own.relationshipMapping(at: path) {
                widen(known.destination, of: name, for: relationship, to: destination)
            } else if let known = own.attributeMappings.first(where: {
                own.relative($0.source) == path
            }) {
                replace(known, of: name, by: relationship, mapping, to: destination)
            } else if !isLeftOut(path, relationship.name, of: name),
                mayAdd("\(name).\(relationship.name)", "\(destination) from '\(path)'")
            {
                add(relationship, mapping, at: path, of: name, to: destination)
            }
        }
    }

    private mutating func widen(
        _ known: String, of entity: String, for relationship: RelationshipDescription,
        to destination: String
    ) {
        let subject = "\(entity).\(known)"
        guard
            let (owner, index) = file.declaration(
                of: known, in: entity, among: { $0.declaredRelationships.map(\.name) })
        else { return }
        let own = file.entities[owner].declaredRelationships[index]
        if own.destination != destination {
            report(subject, "stays \(own.destination); the sample suggests \(destination)")
        } else if relationship.isToMany, !own.isToMany, !file.fixed.contains(subject),
            mayWiden(subject, "stays to-one; the sample has several objects")
        {
            file.entities[owner].declaredRelationships[index].isToMany = true
            file.entities[owner].declaredRelationships[index].isOrdered = relationship.isOrdered
        }
        if own.destination == destination { widenInverse(of: own, for: relationship) }
    }

    /// Lets an object belong to several owners if the sample has such objects (L2).
    private mutating func widenInverse(
        of own: RelationshipDescription, for relationship: RelationshipDescription
    ) {
        guard inferredInverse(of: relationship)?.isToMany == true, let inverse = own.inverse,
            let (owner, index) = file.declaration(
                of: inverse, in: own.destination,
                among: { $0.declaredRelationships.map(\.name) }),
            !file.entities[owner].declaredRelationships[index].isToMany
        else { return }
        let subject = "\(own.destination).\(inverse)"
        guard !file.fixed.contains(subject),
            mayWiden(subject, "stays to-one; the sample has objects of several owners")
        else { return }
        file.entities[owner].declaredRelationships[index].isToMany = true
    }

    /// Adds a relationship with its mapping and its inverse.
    @discardableResult
    private mutating func add(
        _ relationship: RelationshipDescription, _ mapping: RelationshipMapping,
        at path: PayloadPath, of entity: String, to destination: String
    ) -> String? {
        guard let index = file.mappingIndex(of: entity) else { return nil }
        let name = addDescription(relationship, of: entity, to: destination) { file in
            file.mappings.mappings[index].relationshipMapping(to: relationship.name) == nil
        }
        guard let name else { return nil }
        var own = mapping
        own.destination = name
        own.source = absolute(path, in: index, mapping.source)
        own.mapping = names[mapping.mapping] ?? mapping.mapping
        file.mappings.mappings[index].relationshipMappings.insert(own, inOrderOf: \.destination)
        return name
    }

    /// Adds a relationship and its inverse, unless there is one of this name that can be used.
    mutating func addDescription(
        _ relationship: RelationshipDescription, of entity: String, to destination: String,
        ifUnused canUse: (MappingFile) -> Bool
    ) -> String? {
        if let known = file.relationship(relationship.name, of: entity),
            known.destination == destination, known.isToMany == relationship.isToMany,
            canUse(file)
        {
            return known.name
        }
        let owner = owner(of: relationship.name, of: entity) {
            $0.declaredRelationships.map(\.name)
        }
        guard let ownerIndex = file.entities.firstIndex(where: { $0.name == owner }) else {
            return nil
        }
        var new = relationship
        new.name = relationship.name.unused(among: file.propertyNames(of: owner))
        new.destination = destination
        let back = inferredInverse(of: relationship)
        new.inverse = back.map {
            $0.name == relationship.name && destination == owner
                ? new.name : $0.name.unused(among: file.propertyNames(of: destination))
        }
        file.entities[ownerIndex].declaredRelationships.insert(new, inOrderOf: \.name)
        if var back, let inverse = new.inverse, inverse != new.name || destination != owner,
            let other = file.entities.firstIndex(where: { $0.name == destination })
        {
            back.name = inverse
            back.destination = owner
            back.inverse = new.name
            file.entities[other].declaredRelationships.insert(back, inOrderOf: \.name)
        }
        return new.name
    }

    private func inferredInverse(
        of relationship: RelationshipDescription
    ) -> RelationshipDescription? {
        relationship.inverse.flatMap { name in
            inferred.relationship(name, of: relationship.destination)
        }
    }

    /// Replaces an attribute's mapping by a relationship at the same path; stored values remain.
    ///
    /// Values that identify destination objects are read by the relationship; stored ones are
    /// connected.
    private mutating func replace(
        _ attribute: AttributeMapping, of entity: String, by relationship: RelationshipDescription,
        _ mapping: RelationshipMapping, to destination: String
    ) {
        let subject = "\(entity).\(attribute.destination)"
        guard let index = file.mappingIndex(of: entity),
            let target = file.mappingIndex(of: destination),
            let own = file.attribute(attribute.destination, of: entity)
        else { return }
        let keys = file.mappings.mappings[target].identificationAttributes ?? []
        let key = keys.count == 1 ? file.attribute(keys[0], of: destination) : nil
        let isIdentity =
            file.mappings.mappings[index].identificationAttributes?.contains(own.name) == true
        let isFixed = file.fixed.contains(subject) || file.fixed.contains(destination)
        let canIdentify = key.map { own.type == $0.type || own.type == .array } ?? false
        guard !isFixed, !isIdentity, canIdentify, let key else {
            report(
                subject,
                "stays \(own.type); objects at '\(mapping.source)' in the sample are left over")
            return
        }
        guard mayAdd(subject, "\(destination) from '\(mapping.source)'") else { return }
        let path = file.mappings.mappings[index].relative(attribute.source)
        let connected = file.mappings.mappings[index].connections.first { connection in
            connection.keys.map(\.source) == [own.name]
        }
        var relationship = relationship
        if let connected { relationship.name = connected.relationship }
        guard let name = add(relationship, mapping, at: path, of: entity, to: destination) else {
            return
        }
        file.mappings.mappings[index].attributeMappings.removeAll { $0 == attribute }
        file.mappings.mappings[target].acceptsIdentifiers = true
        if file.mappings.mappings[index].connection(for: name) == nil {
            file.mappings.mappings[index].connections.insert(
                ConnectionDescription(
                    entity: entity, relationship: name, connectedBy: [own.name: key.name]),
                inOrderOf: \.relationship)
        }
    }
}

extension FileUpdate {
    /// Adds the connections that an entity lacks.
    mutating func updateConnections(of entity: EntityDescription) {
        guard let (name, sample, index) = mappings(of: entity) else { return }
        for connection in sample.connections {
            guard
                let relationship = sample.entity.relationship(named: connection.relationship),
                let destination = names[relationship.destination],
                let keys = keys(of: connection, entity.name, relationship.destination)
            else { continue }
            let sources = keys.map(\.source)
            let isKnown = file.mappings.mappings[index].connections.contains {
                $0.keys.map(\.source) == sources && $0.sourcePredicate == connection.sourcePredicate
            }
            let isFixed = sources.contains { file.fixed.contains("\(name).\($0)") }
            guard !isKnown, !isFixed, !file.fixed.contains("\(name).\(relationship.name)") else {
                continue
            }
            let shown = "\(destination) by \(sources.joined(separator: ", "))"
            guard mayAdd("\(name).\(relationship.name)", shown) else { continue }
            let added = addDescription(relationship, of: name, to: destination) { file in
                file.mappings.mappings[index].connection(for: relationship.name) == nil
            }
            guard let added else { continue }
            var own = connection
            own.entity = name
            own.relationship = added
            own.keys = keys
            file.mappings.mappings[index].connections.insert(own, inOrderOf: \.relationship)
        }
    }

    /// Returns the keys of a connection in the names of the file; `nil`, with a report, if their
    /// attributes are not there or of different types.
    private mutating func keys(
        of connection: ConnectionDescription, _ entity: String, _ destination: String
    ) -> [ConnectionDescription.Key]? {
        guard connection.keyPath == nil else { return nil }
        var keys: [ConnectionDescription.Key] = []
        for key in connection.keys {
            guard let name = names[entity], let other = names[destination],
                let source = attributes["\(entity).\(key.source)"],
                let target = attributes["\(destination).\(key.destination)"],
                let own = file.attribute(source, of: name),
                let there = file.attribute(target, of: other)
            else { return nil }
            guard own.type == there.type || own.type == .array else {
                report(
                    "\(name).\(connection.relationship)",
                    "not connected: \(source) is \(own.type), and \(other).\(target) is "
                        + "\(there.type)")
                return nil
            }
            keys.append(ConnectionDescription.Key(source: source, destination: target))
        }
        return keys.sorted { $0.source.precedes($1.source) }
    }
}

extension MappingFile {
    func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
        lineage(of: entity).lazy.compactMap { $0.relationship(named: name) }.first
    }
}
