import EntityMapper
import MercatorPayload
import ObjectGraph

/// Translates the members of a file into the model and the mappings.
struct FileResolution {
    private var entry: FileEntry
    var reader: FileReader
    private var entities: [EntityDescription] = []
    /// The resolved entities by name.
    private var resolved: [String: EntityDescription] = [:]

    init(_ entry: FileEntry, _ reader: FileReader) {
        self.entry = entry
        self.reader = reader
    }

    /// Returns the file; problems are in ``reader``.
    mutating func file() -> MappingFile {
        expandRests()
        for record in entry.entities + entry.mappings { check(record) }
        for record in entry.mappings { checkFurther(record) }
        entities = entry.entities.map(description)
        addImpliedInverses()
        orderProperties()
        let known = ModelResolution.resolve(entities)
        resolved = Dictionary(
            known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        entities = NameOrder.restored(
            known.map(\.withoutAncestors), entry.order.entities, by: \.name)
        var file = MappingFile(source: entry.source, entities: entities, mappings: mappings())
        addRoots(to: &file)
        file.fixed = Set(entry.fixed)
        for record in entry.entities {
            if !record.paths.isEmpty { file.paths[record.name] = record.paths }
            if record.isFixed { file.fixed.insert(record.name) }
            for name in record.fixedProperties { file.fixed.insert("\(record.name).\(name)") }
            for attribute in record.attributes where !attribute.cases.isEmpty {
                file.enumerations["\(record.name).\(attribute.description.name)"] = attribute.cases
            }
        }
        file.ignored = entry.ignored
        file.possible = entry.possible
        return file
    }

    /// Replaces the short forms of attributes for remaining members.
    private mutating func expandRests() {
        let indexes = Dictionary(
            entry.entities.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first })
        for index in entry.entities.indices {
            guard let name = entry.entities[index].rest else { continue }
            let isDeclared = !ancestors(of: index, indexes).contains { ancestor in
                entry.entities[ancestor].rest == name
                    || entry.entities[ancestor].attributes.contains {
                        $0.description.name == name && $0.type != nil
                    }
            }
            entry.entities[index].expandRest(isDeclared: isDeclared, &reader)
        }
        for index in entry.mappings.indices {
            entry.mappings[index].expandRest(isDeclared: false, &reader)
        }
    }

    /// Returns the indices of the ancestors of an entity, nearest first.
    private func ancestors(of index: Int, _ indexes: [String: Int]) -> [Int] {
        var ancestors: [Int] = []
        var visited = [index] as Set
        var next = entry.entities[index].description.parent
        while let ancestor = next.flatMap({ indexes[$0] }), visited.insert(ancestor).inserted,
            ancestors.count <= ModelResolution.ancestorLimit
        {
            ancestors.append(ancestor)
            next = entry.entities[ancestor].description.parent
        }
        return ancestors
    }

    private mutating func mappings() -> MappingSet {
        var set = entry.settings
        var mappings: [EntityMapping] = []
        for record in entry.entities where record.hasMapping {
            mappings.append(mapping(record, of: record.name))
        }
        for record in entry.mappings {
            guard let entity = record.entity else {
                reader.report(.member, about: record.name, "a further mapping needs its 'entity'")
                continue
            }
            mappings.append(mapping(record, of: entity))
        }
        set.mappings = NameOrder.restored(mappings, entry.order.mappings, by: \.name)
        set.dynamicMappings = NameOrder.restored(
            entry.dynamicMappings.map(\.mapping), entry.order.dynamicMappings, by: \.name)
        return set
    }

    private mutating func addRoots(to file: inout MappingFile) {
        for (index, root) in entry.roots.enumerated() {
            guard let path = root.path, let name = root.entity ?? root.mapping else {
                reader.report(.member, about: " roots[\(index)]", "a root needs 'at' and 'entity'")
                continue
            }
            let set = MappingSet.Root(path, using: name)
            guard let source = root.source else {
                file.mappings.roots.append(set)
                continue
            }
            if let index = file.groups.firstIndex(where: { $0.name == source }) {
                file.groups[index].roots.append(set)
                file.groups[index].rows = file.groups[index].rows ?? root.rows
            } else {
                file.groups.append(
                    MappingFile.Group(name: source, roots: [set], rows: root.rows))
            }
        }
    }
}

extension FileResolution {
    private func description(_ record: RecordEntry) -> EntityDescription {
        var entity = record.description
        entity.declaredAttributes = record.attributes.compactMap { attribute in
            guard let type = attribute.type else { return nil }
            var description = attribute.description
            description.type = type
            return description
        }
        entity.declaredRelationships =
            record.relationships.compactMap { relationship in
                relationship.destination.map { relationship.description.leading(to: $0) }
            }
            + record.connections.compactMap { connection in
                connection.destination.map { connection.description.leading(to: $0) }
            }
        return entity
    }

    /// Adds inverses that are named at one end and not described at the other.
    private mutating func addImpliedInverses() {
        let indexes = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let resolved = ModelResolution.resolve(entities)
        for entity in entities {
            for relationship in entity.declaredRelationships {
                guard let inverse = relationship.inverse,
                    let index = indexes[relationship.destination],
                    !declares(inverse, entities[index], indexes)
                else { continue }
                let subject = "\(entity.name).\(relationship.name)"
                guard resolved[index].attribute(named: inverse) == nil else {
                    reader.report(
                        .name, about: subject,
                        "the inverse '\(inverse)' is an attribute of \(relationship.destination); "
                            + "name a relationship")
                    continue
                }
                if let near = resolved[index].relationship(near: inverse, leadingTo: entity.name) {
                    reader.report(
                        .name, about: subject,
                        "no relationship '\(inverse)' in \(relationship.destination); did you mean "
                            + "'\(near)'?")
                }
                entities[index].declaredRelationships.append(
                    .toMany(inverse, entity.name, inverse: relationship.name))
                reader.note("\(relationship.destination).\(inverse)", as: subject)
            }
        }
    }

    private func declares(
        _ name: String, _ entity: EntityDescription, _ indexes: [String: Int]
    ) -> Bool {
        var next: EntityDescription? = entity
        var visited: Set<String> = []
        while let current = next, visited.insert(current.name).inserted {
            if current.declaredRelationships.contains(where: { $0.name == name }) { return true }
            next = current.parent.flatMap { indexes[$0] }.map { entities[$0] }
        }
        return false
    }

    private mutating func orderProperties() {
        for (index, record) in entry.entities.enumerated() {
            entities[index].declaredAttributes = NameOrder.restored(
                entities[index].declaredAttributes, record.order.attributes, by: \.name)
            entities[index].declaredRelationships = NameOrder.restored(
                entities[index].declaredRelationships, record.order.relationships, by: \.name)
        }
    }

    /// Returns the mapping of an entry.
    private mutating func mapping(_ record: RecordEntry, of name: String) -> EntityMapping {
        let entity = resolved[name] ?? EntityDescription(name)
        var mapping = EntityMapping(for: entity, named: record.name, infersIdentification: false)
        mapping.take(record.mapping)
        if record.key != nil { mapping.isMap = true }
        mapping.attributeMappings = attributeMappings(record)
        mapping.relationshipMappings = record.relationships.flatMap { relationship in
            let name = relationship.description.name
            let usual = entity.relationship(named: name)?.destination
            if usual == nil, relationship.source != nil, relationship.mappingName == nil {
                reader.reportMissing(
                    about: "\(record.name).\(name)",
                    "no relationship '\(name)' in \(entity.name); give it 'to', the entity at the "
                        + "other end")
            }
            return relationship.mappings(using: usual ?? relationship.destination ?? "")
        }
        if let key = record.key {
            for index in mapping.relationshipMappings.indices {
                let source = mapping.relationshipMappings[index].source
                mapping.relationshipMappings[index].source = MapForm.absolute(source, key: key)
            }
            mapping.ignoredPaths = mapping.ignoredPaths.map { MapForm.absolute($0, key: key) }
        }
        mapping.relationshipMappings = NameOrder.restored(
            mapping.relationshipMappings, record.order.relationshipMappings, by: \.destination)
        let connections = record.connections.filter(\.isConnected).map { entry in
            var connection = entry.connection
            connection.entity = entry.entity ?? entity.name
            connection.onMissing = entry.onMissing ?? connection.usualPolicy
            return connection
        }
        mapping.connections = NameOrder.restored(
            connections, record.order.connections, by: \.relationship)
        return mapping
    }

    private func attributeMappings(_ record: RecordEntry) -> [AttributeMapping] {
        var attributes = record.attributes
        if let key = record.key {
            if let index = attributes.firstIndex(where: { $0.description.name == key }) {
                attributes[index].isKey = attributes[index].source == nil
            } else {
                var entry = AttributeEntry(key)
                entry.isKey = true
                attributes.append(entry)
            }
        }
        var mappings = attributes.flatMap(\.mappings)
        if let key = record.key {
            for index in mappings.indices {
                mappings[index].source = MapForm.absolute(mappings[index].source, key: key)
            }
        }
        return NameOrder.restored(mappings, record.order.attributeMappings, by: \.destination)
    }
}

extension RelationshipDescription {
    fileprivate func leading(to destination: String) -> RelationshipDescription {
        var description = self
        description.destination = destination
        return description
    }
}

extension EntityMapping {
    /// Copies the settings of a mapping, except entity and name.
    fileprivate mutating func take(_ other: EntityMapping) {
        let (entity, name) = (entity, name)
        self = other
        self.entity = entity
        self.name = name
    }
}

extension RecordEntry {
    /// Indicates whether the entry of an entity has a mapping.
    fileprivate var hasMapping: Bool { isMapped || !saysNothing }

    fileprivate var fixedProperties: [String] {
        attributes.filter(\.isFixed).map(\.description.name)
            + relationships.filter(\.isFixed).map(\.description.name)
            + connections.filter(\.isFixed).map(\.description.name)
    }
}
