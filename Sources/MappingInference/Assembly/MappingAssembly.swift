import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// The last stage: converts entities to a model and mappings.
struct MappingAssembly {
    let tree: SchemaTree
    let records: [RecordType]
    let entities: [NamedEntity]
    let entityOfRecord: [Int]
    let options: InferenceOptions
    /// The layout of each record type, by index.
    private let layoutOfRecord: [Int]
    private let layouts: [Layout]
    private let choices: KindChoice

    /// Record types of one entity with the same mapping.
    struct Layout {
        let entity: Int
        let wrapper: [String]
        let isMap: Bool
        var name: String
    }

    init(
        tree: SchemaTree, records: [RecordType], entities: [NamedEntity], entityOfRecord: [Int],
        options: InferenceOptions
    ) {
        self.tree = tree
        self.records = records
        self.entities = entities
        self.entityOfRecord = entityOfRecord
        self.options = options
        (layouts, layoutOfRecord) = Self.layouts(tree, records, entities, entityOfRecord)
        choices = KindChoice(
            tree: tree, records: records, entities: entities, entityOfRecord: entityOfRecord,
            mappingNames: layoutOfRecord.map { [layouts] in layouts[$0].name })
    }

    /// Returns the model, mappings and roots.
    func file(ignored: [String], possible: [MappingFile.Possibility]) -> MappingFile {
        let descriptions = descriptions
        var set = MappingSet()
        let byName = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.name, $0) })
        for layout in layouts.sorted(by: { $0.name < $1.name }) {
            guard let description = byName[entities[layout.entity].name] else { continue }
            set.add(mapping(layout, for: description))
        }
        for mapping in choices.dynamicMappings { set.add(mapping) }
        var groups: [MappingFile.Group] = []
        for (index, group) in tree.profile.groups.enumerated() {
            let roots = roots(of: index)
            guard !roots.isEmpty else { continue }
            if tree.profile.groups.count > 1 {
                groups.append(
                    MappingFile.Group(name: group.name, roots: roots, rows: group.rows))
            } else {
                for root in roots { set.addRoot(root.path, using: root.mapping) }
            }
        }
        let format = tree.profile.groups.first?.sources.first?.format ?? "json"
        return MappingFile(
            source: MappingFile.Source(
                format: format,
                rows: tree.profile.groups.count == 1 ? tree.profile.groups[0].rows : nil),
            groups: groups, entities: descriptions, mappings: set, paths: paths,
            fixed: FixedNames(entities: entities, corrections: options.corrections).names,
            enumerations: enumerations,
            ignored: ignored, possible: possible)
    }

    private func roots(of group: Int) -> [MappingSet.Root] {
        var roots: [MappingSet.Root] = []
        for (index, record) in records.enumerated() {
            guard record.owner == nil, tree.group(of: record.node) == group else { continue }
            let root = MappingSet.Root(
                PathText.path(record.path), using: choices.name(of: index))
            if !roots.contains(where: { $0.path == root.path }) { roots.append(root) }
        }
        return roots
    }

    /// Returns the name of a record type's mapping.
    func layoutName(of record: Int) -> String { layouts[layoutOfRecord[record]].name }

    // MARK: Layouts

    /// Returns the layouts, and the layout of each record type.
    private static func layouts(
        _ tree: SchemaTree, _ records: [RecordType], _ entities: [NamedEntity],
        _ entityOfRecord: [Int]
    ) -> ([Layout], [Int]) {
        var layouts: [Layout] = []
        var layoutOfRecord: [Int] = []
        for (index, record) in records.enumerated() {
            let isMap = record.form == .map || record.form == .lookup
            if let known = layouts.firstIndex(where: {
                $0.entity == entityOfRecord[index] && $0.wrapper == record.wrapper
                    && $0.isMap == isMap
            }) {
                layoutOfRecord.append(known)
            } else {
                layoutOfRecord.append(layouts.count)
                layouts.append(
                    Layout(
                        entity: entityOfRecord[index], wrapper: record.wrapper, isMap: isMap,
                        name: ""))
            }
        }
        var used: Set<String> = []
        for index in layouts.indices {
            let name = entities[layouts[index].entity].name
            let first = layoutOfRecord.firstIndex(of: index) ?? 0
            layouts[index].name =
                used.contains(name) ? "\(name) at \(tree.text(of: records[first].node))" : name
            used.insert(layouts[index].name)
        }
        return (layouts, layoutOfRecord)
    }

    // MARK: Model

    private var descriptions: [EntityDescription] {
        var descriptions = entities.map { entity in
            EntityDescription(
                entity.name, parent: entity.family.map { entities[$0].name },
                isAbstract: entity.records.isEmpty,
                attributes: entity.attributes.map { attribute in
                    AttributeDescription(
                        attribute.name, attribute.type,
                        isOptional: !isMandatory(attribute, of: entity))
                })
        }
        for (index, entity) in entities.enumerated() {
            for relationship in entity.relationships {
                let isPart =
                    entities[relationship.destination].identity == .none
                    && !entities[relationship.destination].records.isEmpty
                descriptions[index].declaredRelationships.append(
                    description(
                        relationship.name, entities[relationship.destination].name,
                        inverse: relationship.inverse, isToMany: relationship.isToMany,
                        isOrdered: relationship.isOrdered,
                        deleteRule: isPart ? .cascade : .nullify))
                descriptions[relationship.destination].declaredRelationships.append(
                    description(
                        relationship.inverse, entity.name, inverse: relationship.name,
                        isToMany: relationship.isInverseToMany, isOrdered: false,
                        deleteRule: .nullify))
            }
        }
        for (index, entity) in entities.enumerated() {
            guard let rest = restName(of: entity) else { continue }
            descriptions[index].declaredAttributes.append(AttributeDescription(rest, .dictionary))
        }
        for index in descriptions.indices {
            descriptions[index].declaredAttributes.sort { $0.name < $1.name }
            descriptions[index].declaredRelationships.sort { $0.name < $1.name }
        }
        return descriptions.sorted { $0.name < $1.name }
    }

    private func description(
        _ name: String, _ destination: String, inverse: String, isToMany: Bool, isOrdered: Bool,
        deleteRule: DeleteRule
    ) -> RelationshipDescription {
        isToMany
            ? .toMany(
                name, destination, inverse: inverse, isOrdered: isOrdered, deleteRule: deleteRule)
            : .toOne(name, destination, inverse: inverse, deleteRule: deleteRule)
    }

    private func isMandatory(_ attribute: NamedAttribute, of entity: NamedEntity) -> Bool {
        if isIdentification(attribute, of: entity) { return true }
        guard options.isStrict, attribute.origin == .member, !attribute.columns.isEmpty else {
            return false
        }
        let records = entity.records.reduce(0) { $0 + tree[self.records[$1].node].kinds.objects }
        let profile = attribute.profile
        return records >= 20 && profile.count - profile.kinds.nulls - profile.texts.empty >= records
    }

    /// Tests whether an attribute is part of the identity.
    func isIdentification(_ attribute: NamedAttribute, of entity: NamedEntity) -> Bool {
        switch entity.identity {
        case .none: false
        case .members(let paths): attribute.origin == .member && paths.contains(attribute.path)
        case .key: attribute.origin == .key
        case .position: attribute.origin == .sourceName || attribute.origin == .position
        case .local:
            if case .parent = attribute.origin { true } else { isLocalKey(attribute, of: entity) }
        }
    }

    private func isLocalKey(_ attribute: NamedAttribute, of entity: NamedEntity) -> Bool {
        guard let best = records[entity.records[0]].identity.best else { return false }
        if best.isKey { return attribute.origin == .key }
        guard attribute.origin == .member else { return false }
        return best.paths.contains {
            records[entity.records[0]].name(of: $0) == attribute.path
        }
    }

    // MARK: Mappings

    private func mapping(
        _ layout: Layout, for description: EntityDescription
    ) -> EntityMapping {
        let entity = entities[layout.entity]
        var mapping = EntityMapping(
            for: description, named: layout.name, infersIdentification: false)
        let keys = entity.attributes.filter { isIdentification($0, of: entity) }.map(\.name)
        mapping.identificationAttributes = keys.isEmpty ? nil : keys.sorted()
        mapping.isMap = layout.isMap
        mapping.acceptsIdentifiers = keys.count == 1 && takesIdentifiers(layout, entity)
        let key = keyAttribute(layout, entity)
        if let key {
            mapping.addAttributeMapping(fromKeyOfRepresentationTo: key.name, using: key.transform)
        }
        let attributes = entity.attributes.filter { $0.name != key?.name }
            .compactMap { attribute in
                source(of: attribute, layout, key: key).map {
                    AttributeMapping(from: $0, to: attribute.name, using: attribute.transform)
                }
            }
        for attribute in (attributes + restMapping(of: entity))
            .sorted(by: { $0.destination < $1.destination })
        { mapping.addAttributeMapping(attribute) }
        for relationship in entity.relationships {
            if let connection = relationship.connection {
                addConnection(connection, relationship, entity, to: &mapping)
                continue
            }
            guard let first = relationship.records.first else { continue }
            let path =
                relationship.path.isEmpty
                ? [] : located(relationship.path, layout: layout, isWrapped: isWrapped(first))
            mapping.addRelationshipMapping(
                RelationshipMapping(
                    from: prefixed(path, key: key), to: relationship.name,
                    using: choices.name(of: first),
                    assignmentPolicy: policy(of: relationship)))
        }
        return mapping
    }

    /// Returns `.union` for lists that differ between duplicates (I3).
    private func policy(of relationship: NamedRelationship) -> AssignmentPolicy {
        guard relationship.isToMany, entities[relationship.destination].identity != .none,
            relationship.records.contains(where: isUnited)
        else { return .set }
        return .union
    }

    private func isUnited(_ record: Int) -> Bool {
        guard let owner = records[record].owner,
            case .shared(let unions)? = records[owner].identity.best?.fit
        else { return false }
        let columns = tree[records[owner].node].columns
        return unions.contains { column in
            columns.indices.contains(column)
                && tree.keys(from: records[owner].node, to: columns[column])
                    == records[record].path
        }
    }

    /// Returns the attribute for the key of a map.
    private func keyAttribute(_ layout: Layout, _ entity: NamedEntity) -> NamedAttribute? {
        guard layout.isMap else { return nil }
        if let key = entity.attributes.first(where: { $0.origin == .key }) { return key }
        // A member that equals the key (M2) receives it, even if it does not identify.
        let map = entity.records.lazy.compactMap { tree[records[$0].node].parent }
            .compactMap { tree[$0].map?.keyMember }.first
        if let key = entity.attributes.first(where: { $0.path == [map ?? ""] }) { return key }
        return entity.attributes.first { isIdentification($0, of: entity) && $0.origin == .member }
    }

    private func source(
        of attribute: NamedAttribute, _ layout: Layout, key: NamedAttribute?
    ) -> PayloadPath? {
        switch attribute.origin {
        case .key: return nil
        case .sourceName: return "@metadata.source"
        case .position: return "@metadata.position"
        case .parent(let path):
            // Each key in the path adds one enclosing object.
            let levels = records[entities[layout.entity].records[0]].path.count
            let parents = Array(
                repeating: PayloadPathComponent.context(.parent), count: max(levels, 1))
            return PayloadPath(parents + PathText.path(path).components)
        case .member:
            let isWrapped = attribute.columns.contains { column in
                self.isWrapped(column.record, column.column.path)
            }
            return prefixed(
                located(attribute.path, layout: layout, isWrapped: isWrapped), key: key)
        }
    }

    /// Tests whether the owner's wrapper contains a nested record.
    private func isWrapped(_ record: Int) -> Bool {
        guard let owner = records[record].owner else { return false }
        return records[owner].name(of: records[record].path) != records[record].path
    }

    private func isWrapped(_ record: Int, _ path: [String]) -> Bool {
        records[record].name(of: path) != path
    }

    private func located(_ path: [String], layout: Layout, isWrapped: Bool) -> [String] {
        isWrapped ? layout.wrapper + path : path
    }

    private func prefixed(_ path: [String], key: NamedAttribute?) -> PayloadPath {
        let components = PathText.path(path).components
        guard let key else { return PayloadPath(components) }
        return PayloadPath([PayloadPathComponent.keyOfRepresentation(key.name)] + components)
    }

    // MARK: Connections

    private func addConnection(
        _ connection: ConnectionCandidate, _ relationship: NamedRelationship, _ entity: NamedEntity,
        to mapping: inout EntityMapping
    ) {
        let destination = entities[connection.destination]
        let keys = connection.keys.map {
            (entity.attributes[$0.source].name, destination.attributes[$0.destination].name)
        }
        var description = ConnectionDescription(
            entity: entity.name, relationship: relationship.name,
            connectedBy: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
        if let condition = connection.condition {
            description.sourcePredicate =
                .attribute(entity.attributes[condition.attribute].name) == .string(condition.value)
        }
        mapping.addConnection(description)
    }
}
