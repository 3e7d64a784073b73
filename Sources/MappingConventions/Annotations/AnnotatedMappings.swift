import EntityMapper
import ObjectGraph

/// A builder of the mappings that the annotations of a model declare.
struct AnnotatedMappings {
    private let model: ManagedObjectModel
    private let rules: AnnotationRules
    private var reader: AnnotationReader
    private var annotated: [String: AnnotatedEntity] = [:]
    private(set) var mappings: [EntityMapping] = []
    private(set) var dynamicMappings: [DynamicMapping] = []

    var problems: [MappingProblem] { reader.problems }
    var warnings: [MappingProblem] { reader.warnings }

    init(_ reader: AnnotationReader) {
        model = reader.model
        rules = reader.rules
        self.reader = reader
        annotated = self.reader.read()
        for entity in model.entities where isAnnotated(entity) { add(entity) }
    }

    private func isAnnotated(_ entity: EntityDescription) -> Bool {
        lineage(of: entity).contains(where: \.isAnnotated)
    }

    /// Returns the annotations of an entity and its ancestors, from the root to the entity.
    private func lineage(of entity: EntityDescription) -> [AnnotatedEntity] {
        (entity.ancestors.reversed() + [entity]).compactMap { annotated[$0.name] }
    }

    private mutating func add(_ entity: EntityDescription) {
        checkDestinations(of: entity)
        checkIdentity(of: entity)
        var mapping = mapping(of: entity)
        let transform = annotated[entity.name]?.representationTransform
        if let choice = annotated[entity.name]?.choice {
            let family = model.entities.filter {
                $0.name == entity.name || $0.inherits(entity.name)
            }
            var chosen = choice.mapping(
                for: entity.name, among: family.map { ($0.name, ownName(of: $0)) },
                own: mapping.name)
            // The choice is made from the result of the transform. The transform runs once for each
            // representation, even though both mappings have it.
            chosen.representationTransform = transform
            dynamicMappings.append(chosen)
        }
        mapping.representationTransform = transform
        mappings.append(mapping)
    }

    private mutating func mapping(of entity: EntityDescription) -> EntityMapping {
        var mapping = EntityMapping(
            for: entity, named: ownName(of: entity), infersIdentification: false)
        let lineage = lineage(of: entity)
        for attribute in lineage.flatMap(\.attributes) { mapping.addAttributeMapping(attribute) }
        for relationship in lineage.flatMap(\.relationships)
        where isMapped(relationship.mapping) {
            mapping.addRelationshipMapping(relationship)
        }
        for relationship in lineage.flatMap(\.connected)
        where !mapping.addDeclaredConnection(of: relationship) {
            reader.report(
                entity, relationship.name,
                "'\(relationship.name)': connectedBy: expected a name, a list of names, or names of "
                    + "the destination by names of \(entity.name)")
        }
        let mapped = Set(mapping.attributeMappings.map(\.destination))
        let identity = identity(lineage).filter(mapped.contains)
        if !identity.isEmpty { mapping.identificationAttributes = identity }
        apply(rules, to: &mapping, of: entity)
        return mapping
    }

    private func apply(
        _ rules: AnnotationRules, to mapping: inout EntityMapping, of entity: EntityDescription
    ) {
        let identity = mapping.identificationAttributes ?? []
        mapping.reusesUnidentifiedObjects = rules.reusesUnidentifiedObjects
        mapping.acceptsIdentifiers = rules.acceptsIdentifiers && identity.count == 1
        mapping.conflictingSubentity = rules.conflictingSubentity
        // An entity without parent and sub-entities requires no search.
        let isAlone = entity.parent == nil && !model.entities.contains { $0.parent == entity.name }
        mapping.followsSubentities = entity.isAbstract || !isAlone
        mapping.assignsNilForNullRelationships = rules.clearsNullRelationships
        mapping.requiresArraysForToManyRelationships = true
    }

    /// Returns the name of the entity's mapping.
    ///
    /// If the entity has a choice, its plain name denotes the choice.
    private func ownName(of entity: EntityDescription) -> String {
        annotated[entity.name]?.choice == nil ? entity.name : "\(entity.name) (itself)"
    }

    /// Returns the identification attributes of an entity, without duplicates.
    private func identity(_ lineage: [AnnotatedEntity]) -> [String] {
        let declared = lineage.compactMap(\.identity)
        let counted = rules.identity == .union ? declared[...] : declared.suffix(1)
        var names: [String] = []
        for name in counted.joined() where !names.contains(name) { names.append(name) }
        return names
    }

    private func isMapped(_ name: String) -> Bool { model[name].map(isAnnotated) ?? false }

    /// Reports relationships to entities without annotations.
    private mutating func checkDestinations(of entity: EntityDescription) {
        for relationship in annotated[entity.name]?.relationships ?? []
        where !isMapped(relationship.mapping) {
            reader.report(
                entity, relationship.destination,
                "'\(relationship.destination)' has a JSONKeyPath, but \(relationship.mapping), where "
                    + "it leads, has no annotations; annotate its properties")
        }
    }

    /// Reports identification attributes that are not mapped.
    private mutating func checkIdentity(of entity: EntityDescription) {
        let mapped = lineage(of: entity).flatMap(\.attributes).map(\.destination)
        for name in annotated[entity.name]?.identity ?? [] where !mapped.contains(name) {
            let path = entity.attribute(named: name)?.userInfo[AnnotationKey.keyPath.rawValue]
            // A path that cannot be parsed has been reported already.
            guard path == nil || path == .null || path == "null" else { continue }
            reader.report(
                entity, name,
                "'\(name)' identifies \(entity.name), but nothing is mapped to it; give it a "
                    + "JSONKeyPath")
        }
    }
}

extension EntityDescription {
    fileprivate func inherits(_ name: String) -> Bool { ancestors.contains { $0.name == name } }
}
