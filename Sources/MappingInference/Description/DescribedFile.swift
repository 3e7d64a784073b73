import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// Writes the mapping file of a description.
struct DescribedFile {
    let model: DescribedModel
    let entities: [NamedEntity]
    let roots: [DescribedRoot]
    let corrections: InferenceCorrections

    /// The levels of relationships whose places are listed, so that payloads find the entities.
    private static let levels = 1

    /// The file, with a group for each kind of response if there are several.
    var file: MappingFile {
        let descriptions = descriptions
        var set = MappingSet()
        for (index, entity) in entities.enumerated() {
            guard let description = descriptions.first(where: { $0.name == entity.name }) else {
                continue
            }
            set.add(mapping(index, for: description))
        }
        let kinds = kinds
        var groups: [MappingFile.Group] = []
        for kind in kinds {
            let roots = kind.distinct.map {
                MappingSet.Root(PathText.path($0.path), using: entities[$0.entity].name)
            }
            if kinds.count > 1 {
                groups.append(MappingFile.Group(name: kind.name, roots: roots))
            } else {
                for root in roots { set.addRoot(root.path, using: root.mapping) }
            }
        }
        return MappingFile(
            groups: groups, entities: descriptions.sorted { $0.name < $1.name }, mappings: set,
            paths: paths(kinds),
            fixed: FixedNames(entities: entities, corrections: corrections).names,
            enumerations: entities.indices.reduce(into: [:]) { all, entity in
                all.merge(enumerations(of: entity)) { first, _ in first }
            }, possible: possible)
    }

    // MARK: Model

    private var descriptions: [EntityDescription] {
        var descriptions = entities.enumerated().map { index, entity in
            EntityDescription(
                entity.name,
                attributes: entity.attributes.map { attribute in
                    AttributeDescription(
                        attribute.name, attribute.type,
                        isOptional: !isMandatory(attribute, of: index))
                }.sorted { $0.name < $1.name })
        }
        for (index, entity) in entities.enumerated() {
            for relationship in entity.relationships {
                let isPart = entities[relationship.destination].identity == .none
                descriptions[index].declaredRelationships.append(
                    Self.description(
                        relationship.name, entities[relationship.destination].name,
                        relationship.inverse, isToMany: relationship.isToMany,
                        isOrdered: relationship.isOrdered, isPart ? .cascade : .nullify))
                descriptions[relationship.destination].declaredRelationships.append(
                    Self.description(
                        relationship.inverse, entity.name, relationship.name,
                        isToMany: relationship.isInverseToMany, isOrdered: false, .nullify))
            }
        }
        for index in descriptions.indices {
            descriptions[index].declaredRelationships.sort { $0.name < $1.name }
        }
        return descriptions
    }

    private static func description(
        _ name: String, _ destination: String, _ inverse: String, isToMany: Bool, isOrdered: Bool,
        _ rule: DeleteRule
    ) -> RelationshipDescription {
        isToMany
            ? .toMany(name, destination, inverse: inverse, isOrdered: isOrdered, deleteRule: rule)
            : .toOne(name, destination, inverse: inverse, deleteRule: rule)
    }

    private func isMandatory(_ attribute: NamedAttribute, of entity: Int) -> Bool {
        if isIdentity(attribute, of: entity) { return true }
        guard !model.groups[entity].takesIdentifiers else { return false }
        return property(attribute, of: entity)?.isMandatory ?? false
    }

    private func isIdentity(_ attribute: NamedAttribute, of entity: Int) -> Bool {
        entities[entity].identity == .members([attribute.path])
    }

    private func property(
        _ attribute: NamedAttribute, of entity: Int
    ) -> DescribedProperty? {
        model.properties[entity].first { $0.path == attribute.path }
    }

    /// Returns the cases of attributes whose schemas are enumerations of several texts.
    func enumerations(of entity: Int) -> [String: [String]] {
        var cases: [String: [String]] = [:]
        for attribute in entities[entity].attributes where attribute.type == .string {
            let found = Set(property(attribute, of: entity)?.schema.cases ?? [])
            if found.count > 1 {
                cases["\(entities[entity].name).\(attribute.name)"] = found.sorted()
            }
        }
        return cases
    }

    private var possible: [MappingFile.Possibility] {
        entities.indices.flatMap { index in
            possibleKeys(of: index).map { key, connect in
                MappingFile.Possibility(
                    connect: connect, confidence: Int((key.confidence * 100).rounded()))
            }
        }.sorted { $0.connect < $1.connect }
    }

    /// Returns the foreign keys that are not applied, as values of `--connect`.
    func possibleKeys(of entity: Int) -> [(DescribedKeys.Found, String)] {
        model.keys[entity].compactMap { key in
            guard !model.isApplied(key, of: entity) else { return nil }
            let path = model.properties[entity][key.property].path
            guard let source = entities[entity].attributes.first(where: { $0.path == path }) else {
                return nil
            }
            return (
                key, "\(entities[entity].name).\(source.name)=\(entities[key.destination].name)"
            )
        }
    }

    // MARK: Mappings

    private func mapping(_ index: Int, for description: EntityDescription) -> EntityMapping {
        let entity = entities[index]
        var mapping = EntityMapping(for: description, infersIdentification: false)
        let keys = entity.attributes.filter { isIdentity($0, of: index) }.map(\.name)
        mapping.identificationAttributes = keys.isEmpty ? nil : keys
        mapping.acceptsIdentifiers = model.groups[index].takesIdentifiers
        for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) {
            mapping.addAttributeMapping(
                AttributeMapping(
                    from: PathText.path(attribute.path), to: attribute.name,
                    using: attribute.transform))
        }
        for relationship in entity.relationships {
            guard let connection = relationship.connection else {
                mapping.addRelationshipMapping(
                    RelationshipMapping(
                        from: PathText.path(relationship.path), to: relationship.name,
                        using: entities[relationship.destination].name))
                continue
            }
            let (source, destination) = connection.keys[0]
            mapping.addConnection(
                ConnectionDescription(
                    entity: entity.name, relationship: relationship.name,
                    connectedBy: [
                        entity.attributes[source].name:
                            entities[connection.destination].attributes[destination].name
                    ]))
        }
        return mapping
    }

    // MARK: Places

    /// Responses whose records are at the same paths.
    private struct Kind {
        let name: String
        /// The records of all routes; the mapping needs each path once.
        var roots: [DescribedRoot]

        func has(_ others: [DescribedRoot]) -> Bool {
            others.allSatisfy { other in roots.contains { $0.isLike(other) } }
                && roots.allSatisfy { root in others.contains { $0.isLike(root) } }
        }

        var distinct: [DescribedRoot] {
            roots.reduce(into: []) { list, root in
                if !list.contains(where: { $0.isLike(root) }) { list.append(root) }
            }
        }
    }

    /// The kinds of responses, each with the name of its first record.
    private var kinds: [Kind] {
        var names = NameTable()
        var kinds: [Kind] = []
        let byRoute = Dictionary(grouping: roots, by: \.route).sorted { $0.key < $1.key }
        for (_, roots) in byRoute {
            if let known = kinds.firstIndex(where: { $0.has(roots) }) {
                kinds[known].roots += roots
                continue
            }
            let first = RelationshipName.of(
                path: [entities[roots[0].entity].name], isToMany: true)
            let segment = AttributeName.of(path: [roots[0].segment])
            kinds.append(
                Kind(
                    name: names.claim(key: first, proposals: [first, segment]), roots: roots))
        }
        return kinds
    }

    /// Returns the places of each entity, and of what is nested in it.
    private func paths(_ kinds: [Kind]) -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for kind in kinds {
            let start = kinds.count > 1 ? kind.name + ":" : ""
            for root in kind.roots {
                add(root.place, start, root.entity, Self.levels, to: &paths)
            }
        }
        return paths.mapValues { Array(Set($0)).sorted() }
    }

    private func add(
        _ place: String, _ start: String, _ entity: Int, _ levels: Int,
        to paths: inout [String: [String]]
    ) {
        let text = place.isEmpty ? "self" : place
        paths[entities[entity].name, default: []].append(start + text)
        guard levels > 0 else { return }
        for relationship in entities[entity].relationships where relationship.connection == nil {
            let path = PathText.text(relationship.path) + (relationship.isToMany ? "[]" : "")
            add(
                place.isEmpty ? path : "\(place).\(path)", start, relationship.destination,
                levels - 1, to: &paths)
        }
    }
}
