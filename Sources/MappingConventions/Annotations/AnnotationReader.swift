import EntityMapper
import MercatorPayload
import ObjectGraph

/// A reader of the annotations of a model, which reports all errors in them.
///
/// Each annotation is read and reported at the entity that declares it; inheritance is resolved
/// later.
struct AnnotationReader {
    let model: ManagedObjectModel
    let rules: AnnotationRules
    private var transforms: [String: ValueTransform] = [:]
    private var choices: [String: EntityChoice] = [:]
    private var representationTransforms: [String: RepresentationTransform] = [:]
    private(set) var problems: [MappingProblem] = []
    /// The annotations without effect that do not invalidate the mappings.
    private(set) var warnings: [MappingProblem] = []

    init(
        _ model: ManagedObjectModel, _ rules: AnnotationRules, transforms: [ValueTransform],
        choices: [EntityChoice], representationTransforms: [RepresentationTransform]
    ) {
        self.model = model
        self.rules = rules
        self.transforms = collect(transforms, \.description, "transforms")
        self.choices = collect(choices, \.name, "entity choices")
        self.representationTransforms = collect(
            representationTransforms, \.name, "representation transforms")
    }

    /// Returns the annotations of each entity of the model, by entity name.
    mutating func read() -> [String: AnnotatedEntity] {
        var entities: [String: AnnotatedEntity] = [:]
        for entity in model.entities { entities[entity.name] = read(entity) }
        return entities
    }

    mutating func report(_ entity: EntityDescription, _ subject: String?, _ message: String) {
        problems.append(
            MappingProblem(
                code: .annotation, mapping: entity.name, subject: subject, message: message))
    }

    mutating func warn(_ entity: EntityDescription, _ subject: String?, _ message: String) {
        warnings.append(
            MappingProblem(
                code: .annotation, mapping: entity.name, subject: subject, message: message))
    }

    private mutating func read(_ entity: EntityDescription) -> AnnotatedEntity {
        var result = AnnotatedEntity()
        result.isAnnotated = checkKeys(of: entity)
        for attribute in entity.declaredAttributes {
            let transform = transform(of: attribute, of: entity)
            guard let path = path(attribute.userInfo, attribute.name, of: entity) else { continue }
            result.attributes.append(
                AttributeMapping(from: path, to: attribute.name, using: transform))
        }
        for relationship in entity.declaredRelationships {
            if relationship.userInfo[AnnotationKey.connectedBy.rawValue] != nil {
                result.connected.append(relationship)
            }
            guard let path = path(relationship.userInfo, relationship.name, of: entity)
            else { continue }
            result.relationships.append(
                RelationshipMapping(
                    from: path, to: relationship.name, using: relationship.destination))
        }
        if !result.attributes.isEmpty || !result.relationships.isEmpty { result.isAnnotated = true }
        result.identity = identity(of: entity)
        result.choice = named(.entityMapper, choices, "entity choice", of: entity)
        result.representationTransform = named(
            .dictionaryTransformer, representationTransforms, "representation transform", of: entity
        )
        return result
    }

    /// Returns the path to a property; `nil` if there is none, or if it cannot be parsed.
    private mutating func path(
        _ userInfo: [String: Value], _ property: String, of entity: EntityDescription
    ) -> PayloadPath? {
        guard let annotation = userInfo[AnnotationKey.keyPath.rawValue] else {
            return rules.requiresKeyPaths ? nil : PayloadPath([.key(property)])
        }
        if !rules.requiresKeyPaths, annotation.isNull || annotation == "null" { return nil }
        guard let text = text(annotation, of: .keyPath, property, of: entity) else { return nil }
        guard !text.isEmpty else {
            report(
                entity, property,
                "'\(property)': JSONKeyPath is empty; name a key, or take the annotation out")
            return nil
        }
        do throws(PayloadPathError) {
            return try PayloadPath(text)
        } catch {
            report(entity, property, "'\(property)': JSONKeyPath cannot be read: \(error)")
            return nil
        }
    }

    private mutating func transform(
        of attribute: AttributeDescription, of entity: EntityDescription
    ) -> ValueTransform {
        guard let annotation = attribute.userInfo[AnnotationKey.transformer.rawValue],
            let name = text(annotation, of: .transformer, attribute.name, of: entity)
        else { return .default }
        if let transform = transforms[name] { return transform.asAnnotated }
        reportMissing(
            entity, attribute.name,
            "'\(attribute.name)': JSONTransformerName: " + none("transform", name, transforms.keys),
            "values are read as the attribute's type says")
        return .default
    }

    private mutating func identity(of entity: EntityDescription) -> [String]? {
        let keys: [AnnotationKey] = [.identityAttributes, .identityAttribute]
        guard let key = keys.first(where: { entity.userInfo[$0.rawValue] != nil }),
            let annotation = entity.userInfo[key.rawValue],
            let text = text(annotation, of: key, nil, of: entity)
        else { return nil }
        let known = entity.attributes.map(\.name)
        return AnnotationKey.names(in: text).filter { name in
            if known.contains(name) { return true }
            report(
                entity, name,
                "\(key.rawValue): no attribute '\(name)' in \(entity.name)"
                    + Suggestion.text(for: name, among: known))
            return false
        }
    }

    /// Returns objects by their names, and reports duplicate names.
    private mutating func collect<Kind>(
        _ things: [Kind], _ name: (Kind) -> String, _ word: String
    ) -> [String: Kind] {
        var known: [String: Kind] = [:]
        for thing in things where known.updateValue(thing, forKey: name(thing)) != nil {
            problems.append(
                MappingProblem(
                    code: .annotation, mapping: "", subject: name(thing),
                    message: "two \(word) are named '\(name(thing))'; leave one of them out"))
        }
        return known
    }

    /// Returns the object that an annotation of an entity refers to by name.
    private mutating func named<Kind>(
        _ key: AnnotationKey, _ known: [String: Kind], _ word: String, of entity: EntityDescription
    ) -> Kind? {
        guard let annotation = entity.userInfo[key.rawValue],
            let name = text(annotation, of: key, nil, of: entity)
        else { return nil }
        if let thing = known[name] { return thing }
        reportMissing(
            entity, nil, "\(key.rawValue): " + none(word, name, known.keys),
            "representations are read as if it were not named")
        return nil
    }

    private mutating func reportMissing(
        _ entity: EntityDescription, _ property: String?, _ message: String,
        _ consequence: String
    ) {
        if rules.acceptsMissingTransforms {
            warn(entity, property, "\(message); \(consequence)")
        } else {
            report(entity, property, message)
        }
    }

    /// Returns the text of an annotation, and reports values of other types.
    private mutating func text(
        _ annotation: Value, of key: AnnotationKey, _ property: String?,
        of entity: EntityDescription
    ) -> String? {
        if case .string(let text) = annotation { return text }
        let subject = property.map { "'\($0)': " } ?? ""
        report(
            entity, property, "\(subject)\(key.rawValue): expected text, found \(annotation.word)")
        return nil
    }

    private func none(
        _ word: String, _ name: String, _ known: some Collection<String>
    ) -> String {
        let advice = Suggestion.text(for: name, among: known)
        let isNeeded = advice.isEmpty && !rules.acceptsMissingTransforms
        return "no \(word) is named '\(name)'"
            + (isNeeded ? "; give it to the mapping set" : advice)
    }
}
