import EntityMapper
import MercatorPayload
import ObjectGraph

extension FileUpdate {
    /// Adds missing attributes to an entity, and widens types that do not fit.
    mutating func updateAttributes(of entity: EntityDescription) {
        guard let (name, sample, index) = mappings(of: entity) else { return }
        for mapping in sample.attributeMappings {
            guard let attribute = sample.entity.attribute(named: mapping.destination) else {
                continue
            }
            let path = sample.relative(mapping.source)
            let own = file.mappings.mappings[index]
            if let known = own.attributeMappings.first(where: { own.relative($0.source) == path }) {
                attributes["\(entity.name).\(attribute.name)"] = known.destination
                widen(known, of: name, for: attribute, mapping)
            } else if let known = own.relationshipMapping(at: path) {
                guard !acceptIdentifiers(attribute.type, for: known, of: name) else { continue }
                report(
                    "\(name).\(known.destination)",
                    "the sample has values of type \(attribute.type) at '\(path)', where there "
                        + "were objects; they are left over")
            } else {
                add(attribute, mapping, at: path, to: name)
                attributes["\(entity.name).\(attribute.name)"] =
                    file.mappings.mappings[index]
                    .attributeMappings.first { own.relative($0.source) == path }?.destination
            }
        }
    }

    /// Lets a relationship accept identifiers in place of objects; returns whether it applies.
    private mutating func acceptIdentifiers(
        _ type: AttributeType, for relationship: RelationshipMapping, of entity: String
    ) -> Bool {
        guard
            let index = file.mappings.mappings.firstIndex(where: { $0.name == relationship.mapping }
            )
        else { return false }
        let mapping = file.mappings.mappings[index]
        if mapping.acceptsIdentifiers { return true }
        let keys = mapping.identificationAttributes ?? []
        let owner = mapping.entity.name
        guard keys.count == 1, let key = file.attribute(keys[0], of: owner),
            !mapping.isMap, !file.fixed.contains(owner)
        else { return false }
        let isToMany = file.relationship(relationship.destination, of: entity)?.isToMany ?? false
        guard type == key.type || type == .array && isToMany else { return false }
        let message = "reads no identifiers; the sample has values of type \(type)"
        guard mayWiden("\(entity).\(relationship.destination)", message) else { return true }
        file.mappings.mappings[index].acceptsIdentifiers = true
        return true
    }

    private mutating func add(
        _ attribute: AttributeDescription, _ mapping: AttributeMapping, at path: PayloadPath,
        to entity: String
    ) {
        let owner = owner(of: attribute.name, of: entity) { $0.declaredAttributes.map(\.name) }
        guard let ownerIndex = file.entities.firstIndex(where: { $0.name == owner }),
            let index = file.mappingIndex(of: entity),
            !isLeftOut(path, attribute.name, of: entity),
            !isContrary(path, of: file.mappings.mappings[index])
        else { return }
        guard mayAdd("\(entity).\(attribute.name)", "\(attribute.type) from '\(path)'") else {
            return
        }
        var new = attribute
        let known = file.attribute(attribute.name, of: entity)
        if known?.type != attribute.type
            || file.mappings.mappings[index].attributeMapping(to: attribute.name) != nil
        {
            new.name = attribute.name.unused(among: file.propertyNames(of: owner))
            file.entities[ownerIndex].declaredAttributes.insert(new, inOrderOf: \.name)
        }
        var own = mapping
        own.destination = new.name
        own.source = absolute(path, in: index, mapping.source)
        file.mappings.mappings[index].attributeMappings.insert(own, inOrderOf: \.destination)
    }

    /// Tests whether a path conflicts with a mapped path inside or around it, and reports it.
    ///
    /// Objects then occur where there were scalars, or vice versa (V3).
    private mutating func isContrary(_ path: PayloadPath, of mapping: EntityMapping) -> Bool {
        let steps = path.components.compactMap(\.key)
        for known in mapping.attributeMappings {
            let others = mapping.relative(known.source).components.compactMap(\.key)
            guard !steps.isEmpty, !others.isEmpty, steps != others,
                known.source.scope == .representation || known.source.usesKey
            else { continue }
            let isInside = steps.starts(with: others)
            guard isInside || others.starts(with: steps) else { continue }
            report(
                "\(mapping.entity.name).\(known.destination)",
                isInside
                    ? "stays as it is; objects at '\(known.source)' in the sample are left over"
                    : "stays as it is; values at '\(path)' that are no objects are left over")
            return true
        }
        return false
    }

    /// Returns the entity of the file that is to declare a property: an ancestor if one declares it
    /// in the sample.
    func owner(
        of property: String, of entity: String, _ properties: (EntityDescription) -> [String]
    ) -> String {
        let lineage = Set(file.lineage(of: entity).map(\.name))
        guard lineage.count > 1 else { return entity }
        let sample = inferred.entities.first {
            names[$0.name].map(lineage.contains) == true && properties($0).contains(property)
        }
        return sample.flatMap { names[$0.name] } ?? entity
    }

    /// Returns the path in a mapping of the file for a path relative to a map's value.
    func absolute(_ path: PayloadPath, in index: Int, _ sample: PayloadPath) -> PayloadPath {
        let own = file.mappings.mappings[index]
        guard own.isMap else { return path }
        let key = own.attributeMappings.first { $0.source == MapForm.keyPath }?.destination
        return MapForm.absolute(path, key: key ?? sample.components.first?.name ?? "")
    }

    /// Tests whether a property is left out on purpose.
    func isLeftOut(_ path: PayloadPath, _ name: String, of entity: String) -> Bool {
        if file.fixed.contains("\(entity).\(name)") { return true }
        return (file.paths[entity] ?? []).contains { start in
            file.isIgnored(start.isEmpty ? "\(path)" : "\(start).\(path)")
        }
    }

    private mutating func widen(
        _ known: AttributeMapping, of entity: String, for attribute: AttributeDescription,
        _ mapping: AttributeMapping
    ) {
        let subject = "\(entity).\(known.destination)"
        guard
            let (owner, index) = file.declaration(
                of: known.destination, in: entity, among: { $0.declaredAttributes.map(\.name) })
        else { return }
        let own = file.entities[owner].declaredAttributes[index]
        switch own.type.fit(for: attribute.type) {
        case .fits: return
        case .conflict:
            report(
                subject,
                "stays \(own.type); values of type \(attribute.type) in the sample are left over")
        case .widened(let type):
            guard !file.fixed.contains(subject) else { return }
            if let reason = file.reason(against: type, for: own, of: entity) {
                report(
                    subject,
                    "stays \(own.type), because \(reason); the sample has values of type "
                        + "\(attribute.type), which a new store keeps with "
                        + "--type \(subject)=\(type)")
                return
            }
            let message = "stays \(own.type); the sample has values of type \(attribute.type)"
            guard mayWiden(subject, message) else { return }
            file.entities[owner].declaredAttributes[index].type = type
            file.change(known, of: entity, to: mapping.transform)
        }
    }
}

extension EntityMapping {
    /// Returns the path relative to a map's value, without the key.
    func relative(_ path: PayloadPath) -> PayloadPath {
        guard case .representationKey = path.components.first?.kind else { return path }
        return PayloadPath(Array(path.components.dropFirst()))
    }

    /// Returns the relationship mapping at a path that begins at the value of a map.
    func relationshipMapping(at path: PayloadPath) -> RelationshipMapping? {
        relationshipMappings.first { relative($0.source) == path }
    }
}

extension MappingFile {
    /// The entity and its ancestors, nearest first.
    func lineage(of name: String) -> [EntityDescription] {
        var lineage: [EntityDescription] = []
        var next = entity(named: name)
        while let current = next, !lineage.contains(where: { $0.name == current.name }) {
            lineage.append(current)
            next = current.parent.flatMap { entity(named: $0) }
        }
        return lineage
    }

    func attribute(_ name: String, of entity: String) -> AttributeDescription? {
        lineage(of: entity).lazy.compactMap { $0.attribute(named: name) }.first
    }

    /// Returns the names of all properties of an entity and its subentities.
    func propertyNames(of name: String) -> [String] {
        let family = entities.filter { entity in
            lineage(of: entity.name).contains { $0.name == name }
        }
        return (lineage(of: name) + family).flatMap {
            $0.declaredAttributes.map(\.name) + $0.declaredRelationships.map(\.name)
        }
    }

    /// Returns the indices of the entity that declares a property, and of the property in it.
    func declaration(
        of property: String, in entity: String, among properties: (EntityDescription) -> [String]
    ) -> (owner: Int, index: Int)? {
        for ancestor in lineage(of: entity) {
            guard let owner = entities.firstIndex(where: { $0.name == ancestor.name }),
                let index = properties(entities[owner]).firstIndex(of: property)
            else { continue }
            return (owner, index)
        }
        return nil
    }

    /// Returns the reason why an attribute cannot become wider; `nil` if it can.
    fileprivate func reason(
        against type: AttributeType, for attribute: AttributeDescription, of entity: String
    ) -> String? {
        let name = attribute.name
        let own = mappings.mappings.filter {
            lineage(of: $0.entity.name).contains { $0.name == entity }
        }
        if own.contains(where: { $0.identificationAttributes?.contains(name) == true }) {
            return "an identity does not change its type"
        }
        let isVersion = own.contains {
            $0.modificationAttribute == name || $0.synchronizationAttribute == name
        }
        if isVersion { return "it distinguishes versions of an object" }
        let isKey = own.flatMap(\.connections).contains { connection in
            connection.keys.contains { $0.source == name }
        }
        if isKey || isKeyElsewhere(name, of: entity) { return "connections compare it" }
        var widened = attribute
        widened.type = type
        let alone = EntityDescription("Entity", attributes: [widened])
        if (try? ManagedObjectModel([alone])) == nil {
            return "its default or its rules do not fit"
        }
        return nil
    }

    /// Tests whether connections of other entities refer to an attribute.
    private func isKeyElsewhere(_ name: String, of entity: String) -> Bool {
        mappings.mappings.contains { mapping in
            mapping.connections.contains { connection in
                let destination = lineage(of: mapping.entity.name).lazy
                    .compactMap { $0.relationship(named: connection.relationship)?.destination }
                    .first
                guard let destination,
                    lineage(of: entity).contains(where: { $0.name == destination })
                        || lineage(of: destination).contains(where: { $0.name == entity })
                else { return false }
                return connection.keys.contains { $0.destination == name }
            }
        }
    }

    /// Changes the transform of a mapping whose attribute became wider.
    fileprivate mutating func change(
        _ mapping: AttributeMapping, of entity: String, to transform: ValueTransform
    ) {
        guard let index = mappingIndex(of: entity),
            let position = mappings.mappings[index].attributeMappings.firstIndex(of: mapping)
        else { return }
        let type = attribute(mapping.destination, of: entity)?.type ?? .string
        let fitting = transform.problem(for: type) == nil ? transform : .default
        mappings.mappings[index].attributeMappings[position].transform = fitting
    }
}
