import ObjectGraph
import Payload

/// Checks mappings and turns them into plans, collecting every problem on the way.
struct PlanCompiler {
    let mappings: MappingSet
    let model: ManagedObjectModel
    private(set) var problems: [MappingProblem] = []
    private(set) var entities: [EntityPlan] = []
    private(set) var roots: [RootPlan] = []
    private(set) var connections: [ConnectionPlan] = []
    private(set) var spaces: [IdentitySpacePlan] = []
    private(set) var indexes: [IndexDescription] = []
    /// The places of mappings by name.
    private var places: [String: Int] = [:]

    init(_ mappings: MappingSet, _ model: ManagedObjectModel) {
        self.mappings = mappings
        self.model = model
    }

    mutating func compile() {
        for (place, mapping) in mappings.mappings.enumerated() {
            guard places.updateValue(place, forKey: mapping.name) == nil else {
                report(
                    .name, mapping, nil,
                    "another mapping has this name; give one of them another name")
                continue
            }
        }
        for mapping in mappings.mappings { compile(mapping) }
        compileRoots()
    }

    mutating func report(
        _ code: MappingProblem.Code, _ mapping: EntityMapping?, _ subject: String?,
        _ message: String
    ) {
        problems.append(
            MappingProblem(
                code: code, mapping: mapping?.name ?? "", subject: subject, message: message))
    }

    private mutating func compile(_ mapping: EntityMapping) {
        guard let layout = model.layout(named: mapping.entity.name) else {
            let advice = Suggestion.text(
                for: mapping.entity.name, among: model.entities.map(\.name))
            report(
                .entity, mapping, nil, "the model has no entity '\(mapping.entity.name)'\(advice)")
            return
        }
        if layout.isAbstract {
            report(
                .entity, mapping, nil,
                "\(layout.name) is abstract and has no objects; map one of its sub-entities")
        }
        if let problem = mapping.inferenceProblem {
            report(.identification, mapping, nil, problem)
        }
        var paths: [(path: PayloadPath, target: Int)] = []
        let attributes = compileAttributes(of: mapping, layout, &paths)
        let relationships = compileRelationships(of: mapping, layout, attributes.count, &paths)
        let identification = compileIdentification(of: mapping, layout, attributes)
        checkPredicate(mapping.deletionPredicate, "deletion predicate", of: mapping, layout)
        entities.append(
            EntityPlan(
                mapping, layout, attributes: attributes, relationships: relationships,
                tree: KeyTree(paths),
                identification: identification,
                modification: compileModification(of: mapping, layout, attributes)))
        for connection in mapping.connections { compile(connection, of: mapping, layout) }
    }

    private mutating func compileRoots() {
        if mappings.roots.isEmpty {
            report(.path, nil, nil, "no root path says where representations are; add one")
        }
        for root in mappings.roots {
            if let problem = root.path.problem {
                report(.path, nil, root.path.description, "root path: \(problem)")
            }
            guard let place = place(of: root.mapping, nil, "root path '\(root.path)'") else {
                continue
            }
            roots.append(RootPlan(path: root.path, entity: place))
        }
    }

    /// The place of a mapping by name, reported if there is none.
    private mutating func place(
        of name: String, _ mapping: EntityMapping?, _ subject: String
    ) -> Int? {
        if let place = places[name] { return place }
        let advice = Suggestion.text(for: name, among: places.keys)
        report(.mapping, mapping, subject, "\(subject): no mapping is named '\(name)'\(advice)")
        return nil
    }

    private mutating func compileAttributes(
        of mapping: EntityMapping, _ layout: EntityLayout,
        _ paths: inout [(path: PayloadPath, target: Int)]
    ) -> [AttributePlan] {
        var plans: [AttributePlan] = []
        for attributeMapping in mapping.attributeMappings {
            let name = attributeMapping.destination
            check(attributeMapping.source, to: name, of: mapping)
            guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
            else {
                let advice =
                    layout.relationshipIndexes[name] == nil ? "" : "; use addRelationshipMapping"
                report(.attribute, mapping, name, noAttribute(name, in: layout) + advice)
                continue
            }
            check(attributeMapping.transform, of: attribute, mapping)
            paths.append((attributeMapping.source, plans.count))
            plans.append(
                AttributePlan(attribute, slot: slot, using: attributeMapping.transform))
        }
        return plans
    }

    func noAttribute(_ name: String, in layout: EntityLayout) -> String {
        if layout.relationshipIndexes[name] != nil {
            return "'\(name)' is a relationship of \(layout.name)"
        }
        let names = model.entities[layout.index].attributes.map(\.name)
        let advice = Suggestion.text(for: name, among: names)
        return "no attribute '\(name)' in \(layout.name)\(advice)"
    }

    func noRelationship(_ name: String, in layout: EntityLayout) -> String {
        guard layout.slotIndexes[name] == nil else {
            return "'\(name)' is an attribute of \(layout.name); use addAttributeMapping"
        }
        let names = model.entities[layout.index].relationships.map(\.name)
        let advice = Suggestion.text(for: name, among: names)
        return "no relationship '\(name)' in \(layout.name)\(advice)"
    }

    private mutating func check(_ path: PayloadPath, to name: String, of mapping: EntityMapping) {
        guard let problem = path.problem else { return }
        report(.path, mapping, name, "the path to '\(name)': \(problem)")
    }

    private mutating func check(
        _ transform: ValueTransform, of attribute: AttributeDescription, _ mapping: EntityMapping
    ) {
        if let fault = transform.fault {
            report(
                .transform, mapping, attribute.name, "'\(attribute.name)': \(transform): \(fault)")
        }
        if let problem = transform.problem(for: attribute.type) {
            report(
                .transform, mapping, attribute.name,
                "'\(attribute.name)' is of type \(attribute.type.word); \(problem)")
        }
    }

    private mutating func compileRelationships(
        of mapping: EntityMapping, _ layout: EntityLayout, _ firstTarget: Int,
        _ paths: inout [(path: PayloadPath, target: Int)]
    ) -> [RelationshipPlan] {
        var plans: [RelationshipPlan] = []
        for nested in mapping.relationshipMappings {
            check(nested.source, to: nested.destination, of: mapping)
            if nested.source.components.isEmpty, nested.source.problem == nil {
                report(
                    .path, mapping, nested.destination,
                    "the path to '\(nested.destination)': a relationship needs at least one key")
            }
            guard let relationship = relationship(nested.destination, of: mapping, layout) else {
                continue
            }
            if nested.assignmentPolicy == .union, !relationship.isToMany {
                report(
                    .assignmentPolicy, mapping, nested.destination,
                    "'\(nested.destination)' is to-one; a union needs a to-many relationship")
            }
            guard let place = place(of: nested.mapping, mapping, "'\(nested.destination)'")
            else { continue }
            checkDestination(of: relationship, mappings.mappings[place], mapping)
            paths.append((nested.source, firstTarget + plans.count))
            plans.append(
                RelationshipPlan(
                    relationship, entity: place, policy: nested.assignmentPolicy, in: model))
        }
        return plans
    }

    mutating func relationship(
        _ name: String, of mapping: EntityMapping, _ layout: EntityLayout
    ) -> RelationshipLayout? {
        if let relationship = model.relationship(named: name, of: layout.index) {
            return relationship
        }
        report(.relationship, mapping, name, noRelationship(name, in: layout))
        return nil
    }

    private mutating func checkDestination(
        of relationship: RelationshipLayout, _ nested: EntityMapping, _ mapping: EntityMapping
    ) {
        let destination = model.layouts[relationship.destination]
        guard let entity = model.index(ofEntity: nested.entity.name),
            !destination.includes(entity)
        else { return }
        report(
            .relationship, mapping, relationship.name,
            "'\(relationship.name)' leads to \(destination.name); "
                + "the mapping '\(nested.name)' is for \(nested.entity.name)")
    }

    mutating func addSpace(_ space: IdentitySpacePlan, isUnique: Bool) -> Int {
        let index = IndexDescription(entity: space.entity, slots: space.slots, isUnique: isUnique)
        if !indexes.contains(index) { indexes.append(index) }
        if let known = spaces.firstIndex(of: space) { return known }
        spaces.append(space)
        return spaces.count - 1
    }

    /// Adds a connection, unless an equal one is there.
    ///
    /// Returns whether its relationship is free: two keys would fight for it.
    mutating func add(_ connection: ConnectionPlan) -> Bool {
        let description = connection.description
        let rival = connections.first {
            $0.sourceEntity == connection.sourceEntity
                && $0.relationship.index == connection.relationship.index
        }
        if let rival { return rival.description == description }
        connections.append(connection)
        indexes += connection.indexes.filter { !indexes.contains($0) }
        return true
    }
}
