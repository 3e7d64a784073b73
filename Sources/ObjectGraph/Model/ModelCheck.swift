/// Finds all problems of the entities of a model.
struct ModelCheck {
    private let entities: [EntityDescription]
    private let byName: [String: EntityDescription]
    private let resolved: [String: EntityDescription]

    init(_ entities: [EntityDescription]) {
        self.entities = entities
        byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        resolved = Dictionary(
            ModelResolution.resolve(entities).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    func problems() -> [ManagedObjectModelError.Problem] {
        var problems: [ManagedObjectModelError.Problem] = []
        var seen: Set<String> = []
        for entity in entities {
            func report(_ code: ManagedObjectModelError.Code, _ property: String?, _ text: String) {
                problems.append(
                    .init(code: code, entity: entity.name, property: property, message: text))
            }
            if entity.name.isEmpty { report(.name, nil, "an entity needs a name") }
            if let problem = entity.name.nameProblem { report(.name, nil, problem) }
            if !seen.insert(entity.name.lowercased()).inserted {
                report(.name, nil, "another entity has this name already; names ignore case")
            }
            checkInheritance(of: entity, report)
            checkNames(of: entity, report)
            checkAttributes(of: entity, report)
            for relationship in entity.declaredRelationships {
                check(relationship, of: entity, report)
            }
        }
        return problems
    }

    private typealias Report = (ManagedObjectModelError.Code, String?, String) -> Void

    private func checkInheritance(of entity: EntityDescription, _ report: Report) {
        guard let parent = entity.parent else { return }
        guard byName[parent] != nil else {
            let advice = Suggestion.text(for: parent, among: byName.keys)
            report(.inheritance, nil, "its parent '\(parent)' is not in the model\(advice)")
            return
        }
        var visited: Set<String> = [entity.name]
        var next = entity.parent
        while let name = next {
            guard visited.insert(name).inserted else {
                report(.inheritance, nil, "it inherits from itself through '\(parent)'")
                return
            }
            next = byName[name]?.parent
        }
    }

    private func checkNames(of entity: EntityDescription, _ report: Report) {
        var seen: [String: String] = [:]
        for ancestor in resolved[entity.name]?.ancestors ?? [] {
            for name in ancestor.declaredPropertyNames { seen[name.lowercased()] = ancestor.name }
        }
        let places = placeNames(of: entity)
        for name in entity.declaredPropertyNames {
            if let order = places[name.lowercased()] {
                report(
                    .name, name,
                    "the place in the order of '\(order)' has this name; choose another one")
            }
            if name.isEmpty || name.contains(".") {
                report(.name, name, "a property name may not be empty or contain a dot")
            }
            if let problem = name.nameProblem { report(.name, name, problem) }
            if let owner = seen.updateValue(entity.name, forKey: name.lowercased()) {
                report(.name, name, "'\(owner)' has a property of this name; names ignore case")
            }
        }
    }

    /// Returns the names of the position slots of an entity, lowercased, each with the ordered
    /// relationship that it belongs to.
    private func placeNames(of entity: EntityDescription) -> [String: String] {
        var names: [String: String] = [:]
        for relationship in resolved[entity.name]?.relationships ?? [] where !relationship.isToMany
        {
            guard let inverse = relationship.inverse,
                resolved[relationship.destination]?.relationship(named: inverse)?.isOrdered == true
            else { continue }
            names[relationship.name.lowercased() + "_position"] =
                "\(relationship.destination).\(inverse)"
        }
        return names
    }

    private func checkAttributes(of entity: EntityDescription, _ report: Report) {
        for attribute in entity.declaredAttributes
        where attribute.type.normalized(attribute.defaultValue) == nil {
            report(
                .defaultValue, attribute.name,
                "expected a default of type \(attribute.type), found \(attribute.defaultValue)")
        }
        for attribute in entity.declaredAttributes {
            for problem in attribute.ruleProblems { report(.rule, attribute.name, problem) }
            if let problem = attribute.shapeProblem {
                report(.defaultValue, attribute.name, problem)
            }
        }
        if entity.uniquenessConstraints.contains([]) {
            report(.uniqueness, nil, "a uniqueness constraint needs at least one attribute")
        }
        let names = resolved[entity.name]?.attributes.map(\.name) ?? []
        for name in entity.uniquenessConstraints.flatMap(\.self) where !names.contains(name) {
            let advice = Suggestion.text(for: name, among: names)
            report(.uniqueness, name, "a uniqueness constraint needs an attribute\(advice)")
        }
    }

    private func check(
        _ relationship: RelationshipDescription, of entity: EntityDescription, _ report: Report
    ) {
        if relationship.isOrdered, !relationship.isToMany {
            report(.relationship, relationship.name, "only a to-many relationship can be ordered")
        }
        if let problem = relationship.countProblem {
            report(.relationship, relationship.name, problem)
        }
        guard let destination = resolved[relationship.destination] else {
            let advice = Suggestion.text(for: relationship.destination, among: byName.keys)
            report(
                .destination, relationship.name, "no entity '\(relationship.destination)'\(advice)")
            return
        }
        guard let name = relationship.inverse else { return }
        guard let inverse = destination.relationship(named: name) else {
            let names = destination.relationships.map(\.name)
            let advice = Suggestion.text(for: name, among: names)
            report(
                .inverse, relationship.name,
                "no relationship '\(name)' in \(destination.name) to be its inverse\(advice)")
            return
        }
        // An ancestor as destination would not do: its objects of other entities have no inverse.
        if inverse.destination != entity.name {
            report(
                .inverse, relationship.name,
                "its inverse \(destination.name).\(name) leads to '\(inverse.destination)'")
        }
        if inverse.destination == entity.name, let back = inverse.inverse,
            back != relationship.name
        {
            report(
                .inverse, relationship.name,
                "its inverse \(destination.name).\(name) names '\(back)' as the way back")
        }
    }
}

extension String {
    /// The greatest length of a name, in UTF-8 bytes.
    private static let nameLimit = 255

    /// The reason why no store can keep this name; `nil` if stores can.
    fileprivate var nameProblem: String? {
        guard utf8.count <= String.nameLimit else {
            return "a name has at most \(String.nameLimit) bytes of UTF-8, found \(utf8.count)"
        }
        let isUnusable = unicodeScalars.contains { scalar in
            scalar == "," || scalar.properties.generalCategory == .control
        }
        return isUnusable ? "a name may not contain control characters or commas" : nil
    }
}

extension EntityDescription {
    fileprivate var declaredPropertyNames: [String] {
        declaredAttributes.map(\.name) + declaredRelationships.map(\.name)
    }
}

extension RelationshipDescription {
    /// The problem with the minimum and maximum counts; `nil` if they are valid.
    fileprivate var countProblem: String? {
        let limit = maxCount ?? .max
        if !isToMany, minCount != 0 || maxCount != nil {
            return "only a to-many relationship can have a number of objects"
        }
        if minCount < 0 || limit < 1 || minCount > limit {
            let most = maxCount.map { "\($0)" } ?? "any number"
            return "no number of objects is at least \(minCount) and at most \(most)"
        }
        return nil
    }
}

/// Resolves the references among entities that were described separately.
package enum ModelResolution {
    /// Returns the entities with their ancestors, and with the inverses that are named only at
    /// the other end.
    package static func resolve(_ entities: [EntityDescription]) -> [EntityDescription] {
        var byName: [String: EntityDescription] = [:]
        for entity in entities {
            byName[entity.name] = byName[entity.name] ?? entity.withoutAncestors
        }
        for entity in entities {
            for relationship in entity.declaredRelationships {
                guard let inverse = relationship.inverse else { continue }
                name(relationship.name, asInverseOf: inverse, in: relationship.destination, &byName)
            }
        }
        return entities.map { entity in
            var resolved = byName[entity.name] ?? entity.withoutAncestors
            var visited: Set<String> = [entity.name]
            var next = entity.parent
            while let name = next, let parent = byName[name], visited.insert(name).inserted {
                resolved.ancestors.append(parent)
                next = parent.parent
            }
            return resolved
        }
    }

    /// Sets the inverse of a relationship at the other end, in the ancestor that declares it.
    private static func name(
        _ name: String, asInverseOf inverse: String, in destination: String,
        _ byName: inout [String: EntityDescription]
    ) {
        var next: String? = destination
        var visited: Set<String> = []
        while let entity = next, visited.insert(entity).inserted {
            let index = byName[entity]?.declaredRelationships.firstIndex { $0.name == inverse }
            if let index {
                let known = byName[entity]?.declaredRelationships[index].inverse
                byName[entity]?.declaredRelationships[index].inverse = known ?? name
                return
            }
            next = byName[entity]?.parent
        }
    }
}
