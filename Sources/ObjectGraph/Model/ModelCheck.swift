/// Finds all problems of the entities of a model.
struct ModelCheck {
    private let entities: [EntityDescription]
    private let byName: [String: EntityDescription]
    private let resolved: [String: EntityDescription]
    /// The number of ancestors by name, without entities that inherit from themselves.
    private let depths: [String: Int]

    init(_ entities: [EntityDescription]) {
        self.entities = entities
        byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        resolved = Dictionary(
            ModelResolution.resolve(entities).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
        depths = ModelResolution.depths(byName)
    }

    func problems() -> [ManagedObjectModelError.Problem] {
        var report = Report()
        var seen: Set<String> = []
        for entity in entities {
            report.entity = entity.name
            if entity.name.isEmpty { report(.name, nil, "an entity needs a name") }
            if let problem = entity.name.nameProblem { report(.name, nil, problem) }
            if !seen.insert(entity.name.lowercased()).inserted {
                report(.name, nil, "another entity has this name already; names ignore case")
            }
            checkInheritance(of: entity, &report)
            checkNames(of: entity, &report)
            checkAttributes(of: entity, &report)
            for relationship in entity.declaredRelationships {
                check(relationship, of: entity, &report)
            }
        }
        return report.problems
    }

    /// The problems found so far.
    private struct Report {
        private(set) var problems: [ManagedObjectModelError.Problem] = []
        /// The entity that is being checked.
        var entity = ""

        mutating func callAsFunction(
            _ code: ManagedObjectModelError.Code, _ property: String?, _ text: String
        ) {
            problems.append(.init(code: code, entity: entity, property: property, message: text))
        }

        /// Returns the name that was probably meant, for the first problems only.
        func advice(for name: String, among names: some Sequence<String>) -> String {
            Suggestion.text(for: name, among: names, after: problems.count)
        }
    }

    private func checkInheritance(of entity: EntityDescription, _ report: inout Report) {
        guard let parent = entity.parent else { return }
        guard byName[parent] != nil else {
            let advice = report.advice(for: parent, among: byName.keys)
            report(.inheritance, nil, "its parent '\(parent)' is not in the model\(advice)")
            return
        }
        guard let depth = depths[entity.name] else {
            report(.inheritance, nil, "it inherits from itself through '\(parent)'")
            return
        }
        // The levels below have the same problem.
        if depth == ModelResolution.ancestorLimit + 1 {
            report(
                .size, nil,
                "it has \(depth) ancestors, of which an entity has at most "
                    + "\(ModelResolution.ancestorLimit)")
        }
    }

    private func checkNames(of entity: EntityDescription, _ report: inout Report) {
        var seen: [String: String] = [:]
        for ancestor in resolved[entity.name]?.ancestors ?? [] {
            for name in ancestor.declaredPropertyNames { seen[name.lowercased()] = ancestor.name }
        }
        let positionSlots = positionSlotNames(of: entity)
        for name in entity.declaredPropertyNames {
            if let order = positionSlots[name.lowercased()] {
                report(
                    .name, name,
                    "the place in the order of '\(order)' has this name; choose another one")
            }
            if name.isEmpty || name.contains(".") {
                report(.name, name, "a property name may not be empty or contain a dot")
            }
            if name == PropertyName.none {
                report(
                    .name, name,
                    "one value is stored in properties with different labels; give it a name")
            }
            if let problem = name.nameProblem { report(.name, name, problem) }
            if let owner = seen.updateValue(entity.name, forKey: name.lowercased()) {
                report(.name, name, "'\(owner)' has a property of this name; names ignore case")
            }
        }
    }

    /// Returns the lowercased names of an entity's position slots, with their relationships.
    private func positionSlotNames(of entity: EntityDescription) -> [String: String] {
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

    private func checkAttributes(of entity: EntityDescription, _ report: inout Report) {
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
            if attribute.isSearchable, !attribute.type.isText {
                report(
                    .searching, attribute.name,
                    "only texts are searchable, found the type \(attribute.type)")
            }
        }
        if entity.uniquenessConstraints.contains([]) {
            report(.uniqueness, nil, "a uniqueness constraint needs at least one attribute")
        }
        let names = resolved[entity.name]?.attributes.map(\.name) ?? []
        for name in entity.uniquenessConstraints.flatMap(\.self) where !names.contains(name) {
            let advice = report.advice(for: name, among: names)
            report(.uniqueness, name, "a uniqueness constraint needs an attribute\(advice)")
        }
    }

    private func check(
        _ relationship: RelationshipDescription, of entity: EntityDescription,
        _ report: inout Report
    ) {
        if relationship.isOrdered, !relationship.isToMany {
            report(.relationship, relationship.name, "only a to-many relationship can be ordered")
        }
        if let problem = relationship.countProblem {
            report(.relationship, relationship.name, problem)
        }
        guard let destination = resolved[relationship.destination] else {
            let advice = report.advice(for: relationship.destination, among: byName.keys)
            report(
                .destination, relationship.name, "no entity '\(relationship.destination)'\(advice)")
            return
        }
        guard let name = relationship.inverse else { return }
        guard let inverse = destination.relationship(named: name) else {
            let names = destination.relationships.map(\.name)
            let advice = report.advice(for: name, among: names)
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
