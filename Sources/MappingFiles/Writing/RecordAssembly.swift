import EntityMapper
import MercatorPayload
import ObjectGraph

/// Assembles the entries of entities and mappings of a resolved file.
struct RecordAssembly {
    private let file: MappingFile
    private let inverses: InverseChoice
    private let entities: [String: EntityDescription]

    init(_ file: MappingFile) {
        self.file = file
        let resolved = ModelResolution.resolve(file.entities)
        entities = Dictionary(
            resolved.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        inverses = InverseChoice(file.entities, used: Self.usedEnds(of: file, entities))
    }

    /// Returns the relationships that are mapped, connected or fixed.
    private static func usedEnds(
        of file: MappingFile, _ entities: [String: EntityDescription]
    ) -> Set<InverseChoice.End> {
        var used: Set<InverseChoice.End> = []
        for mapping in file.mappings.mappings {
            let names =
                mapping.relationshipMappings.map(\.destination)
                + mapping.connections.map(\.relationship)
            let family =
                [mapping.entity.name]
                + (entities[mapping.entity.name]?.ancestors.map(\.name) ?? [])
            for name in names {
                for entity in family { used.insert(.init(entity: entity, name: name)) }
            }
        }
        for entity in file.entities {
            for relationship in entity.declaredRelationships
            where file.fixed.contains("\(entity.name).\(relationship.name)") {
                used.insert(.init(entity: entity.name, name: relationship.name))
            }
        }
        return used
    }

    /// Returns the entry of an entity, with the mapping of its name.
    func record(of entity: EntityDescription, _ mapping: EntityMapping?) -> RecordEntry {
        var record = RecordEntry(entity.name)
        record.description = entity
        record.description.declaredAttributes = []
        record.description.declaredRelationships = []
        record.paths = file.paths[entity.name] ?? []
        record.isFixed = file.fixed.contains(entity.name)
        record.attributes = entity.declaredAttributes.map { attribute in
            var entry = AttributeEntry(attribute.name)
            entry.description = attribute
            entry.type = attribute.type
            entry.cases = file.enumerations["\(entity.name).\(attribute.name)"] ?? []
            return entry
        }
        let connected = Set(mapping?.connections.map(\.relationship) ?? [])
        let mapped = Set(mapping?.relationshipMappings.map(\.destination) ?? [])
        for relationship in entity.declaredRelationships {
            let end = InverseChoice.End(entity: entity.name, name: relationship.name)
            guard !inverses.implied.contains(end) else { continue }
            var entry = RelationshipEntry(relationship.name)
            entry.description = relationship
            if inverses.unnamed.contains(end) { entry.description.inverse = nil }
            entry.destination = relationship.destination
            if connected.contains(relationship.name), !mapped.contains(relationship.name) {
                record.connections.append(ConnectionEntry(entry))
            } else {
                record.relationships.append(entry)
            }
        }
        record.order.attributes = NameOrder.unusual(entity.declaredAttributes, by: \.name)
        record.order.relationships = NameOrder.unusual(entity.declaredRelationships, by: \.name)
        if let mapping {
            add(mapping, to: &record)
            record.isMapped = record.saysNothing
        }
        finish(&record)
        let inherited = entities[entity.name]?.ancestors.flatMap(\.declaredAttributes) ?? []
        record.shortenRest(inheriting: Set(inherited.map(\.name)))
        return record
    }

    /// Returns the entry of a further mapping.
    func record(of mapping: EntityMapping) -> RecordEntry {
        var record = RecordEntry(mapping.name)
        record.entity = mapping.entity.name
        add(mapping, to: &record)
        finish(&record)
        record.shortenRest(inheriting: nil)
        return record
    }

    private func finish(_ record: inout RecordEntry) {
        let owner = record.entity == nil ? record.name : nil
        func isFixed(_ name: String) -> Bool {
            owner.map { file.fixed.contains("\($0).\(name)") } ?? false
        }
        let connected = Set(record.connections.map(\.description.name))
        for index in record.connections.indices {
            record.connections[index].isFixed =
                isFixed(record.connections[index].description.name)
        }
        for index in record.relationships.indices {
            let name = record.relationships[index].description.name
            record.relationships[index].isFixed = isFixed(name) && !connected.contains(name)
        }
        for index in record.attributes.indices {
            record.attributes[index].isFixed = isFixed(record.attributes[index].description.name)
        }
        record.attributes = NameOrder.sorted(record.attributes) { $0.description.name }
        record.relationships = NameOrder.sorted(record.relationships) { $0.description.name }
        record.connections = NameOrder.sorted(record.connections) { $0.description.name }
    }
}

extension RecordAssembly {
    /// Adds the settings, the properties and the connections of a mapping.
    private func add(_ mapping: EntityMapping, to record: inout RecordEntry) {
        let map = MapForm(mapping)
        record.key = map?.key
        record.mapping = mapping
        record.mapping.attributeMappings = []
        record.mapping.relationshipMappings = []
        record.mapping.connections = []
        if map != nil { record.mapping.isMap = false }
        record.order.attributeMappings = NameOrder.unusual(
            mapping.attributeMappings, by: \.destination)
        record.order.relationshipMappings = NameOrder.unusual(
            mapping.relationshipMappings, by: \.destination)
        record.order.connections = NameOrder.unusual(mapping.connections, by: \.relationship)
        for var attribute in mapping.attributeMappings {
            let isKey = map.map { $0.isKey(attribute) } ?? false
            attribute.source = map?.relative(attribute.source) ?? attribute.source
            record.add(attribute, isKey: isKey)
        }
        record.mapping.ignoredPaths = mapping.ignoredPaths.map { map?.relative($0) ?? $0 }
        for var relationship in mapping.relationshipMappings {
            relationship.source = map?.relative(relationship.source) ?? relationship.source
            let usual = mapping.entity.relationship(named: relationship.destination)?.destination
            record.add(relationship, usual: usual)
        }
        for connection in mapping.connections { add(connection, of: mapping, to: &record) }
    }

    private func add(
        _ connection: ConnectionDescription, of mapping: EntityMapping, to record: inout RecordEntry
    ) {
        let index = record.connections.firstIndex {
            $0.description.name == connection.relationship
        }
        var entry =
            index.map { record.connections[$0] } ?? ConnectionEntry(connection.relationship)
        entry.connection = connection
        entry.entity = connection.entity == mapping.entity.name ? nil : connection.entity
        entry.onMissing =
            connection.onMissing == connection.usualPolicy ? nil : connection.onMissing
        if let index {
            record.connections[index] = entry
        } else {
            record.connections.append(entry)
        }
    }
}

extension RecordEntry {
    /// Indicates whether the entry has no evidence of a mapping.
    var saysNothing: Bool {
        var fresh = EntityMapping(
            for: mapping.entity, named: mapping.name, infersIdentification: false)
        fresh.identificationAttributes = nil
        return mapping == fresh && key == nil && !hasMappedProperty
    }

    /// Indicates whether a property is mapped or connected.
    var hasMappedProperty: Bool {
        attributes.contains { $0.source != nil }
            || relationships.contains { $0.source != nil }
            || !connections.isEmpty
    }

    fileprivate mutating func add(_ mapping: AttributeMapping, isKey: Bool) {
        let name = mapping.destination
        let known = attributes.firstIndex { $0.description.name == name }
        if known == nil { attributes.append(AttributeEntry(name)) }
        let index = known ?? attributes.count - 1
        var mapping = mapping
        if attributes[index].source == nil, !attributes[index].isKey {
            attributes[index].isKey = isKey
            if !isKey { attributes[index].source = mapping.source }
            attributes[index].mapping = mapping
            attributes[index].mapping.source = .root
        } else {
            mapping.destination = ""
            attributes[index].further.append(mapping)
        }
    }

    fileprivate mutating func add(_ mapping: RelationshipMapping, usual: String?) {
        let name = mapping.destination
        let known = relationships.firstIndex { $0.description.name == name }
        if known == nil { relationships.append(RelationshipEntry(name)) }
        let index = known ?? relationships.count - 1
        if relationships[index].source == nil {
            relationships[index].source = mapping.source
            relationships[index].mappingName = mapping.mapping == usual ? nil : mapping.mapping
            relationships[index].mapping = mapping
        } else {
            relationships[index].further.append(mapping)
        }
    }
}

extension ConnectionEntry {
    fileprivate init(_ relationship: RelationshipEntry) {
        self.init(relationship.description.name)
        description = relationship.description
        destination = relationship.destination
    }
}
