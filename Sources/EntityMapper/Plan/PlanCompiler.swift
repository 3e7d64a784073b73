import ConnectionEvaluation
package import ObjectGraph
import Payload

/// The compiler that checks mappings and translates them into plans, collecting all problems.
struct PlanCompiler {
    let mappings: MappingSet
    let model: ManagedObjectModel
    private(set) var problems: [MappingProblem] = []
    private(set) var warnings: [MappingProblem] = []
    private(set) var entities: [EntityPlan] = []
    private(set) var dynamics: [DynamicPlan] = []
    private(set) var roots: [RootPlan] = []
    private(set) var connections: [ConnectionPlan] = []
    private(set) var spaces: [IdentitySpacePlan] = []
    private(set) var indexes: [IndexDescription] = []
    /// The connections of all mappings by the attributes that they compare.
    private(set) var connectionsByKey: [String: [ConnectionDescription]] = [:]
    private var knownIndexes: Set<IndexDescription> = []
    /// The indices of connections by source entity and relationship.
    private var connectionIndexes: [[Int]: Int] = [:]
    /// The indices of mappings by name; dynamic mappings follow the others.
    private(set) var mappingIndexes: [String: Int] = [:]
    /// The indices of the entity mappings by entity.
    private(set) var entityMappingIndexes: [Int: [Int]] = [:]

    init(_ mappings: MappingSet, _ model: ManagedObjectModel) {
        self.mappings = mappings
        self.model = model
        problems = mappings.annotationProblems
        warnings = mappings.annotationWarnings
    }

    mutating func compile() {
        indexMappings()
        reportMissedUpdates()
        for mapping in mappings.mappings { compile(mapping) }
        for mapping in mappings.dynamicMappings { compile(mapping) }
        checkAggregation()
        checkConnectionPaths()
        compileRoots()
        noteUnidentified()
        noteIdle()
    }

    /// Compiles the root paths of mappings that are compiled in a plan.
    mutating func compileRoots(using plan: MappingPlan) {
        entities = plan.entities
        indexMappings()
        compileRoots()
    }

    private mutating func indexMappings() {
        let names = mappings.mappings.map(\.name) + mappings.dynamicMappings.map(\.name)
        for (index, name) in names.enumerated()
        where mappingIndexes.updateValue(index, forKey: name) != nil {
            report(
                .name, name, nil, "another mapping has this name; give one of them another name")
        }
        for (index, mapping) in mappings.mappings.enumerated() {
            for connection in mapping.connections {
                for key in connection.keys {
                    connectionsByKey[key.source, default: []].append(connection)
                }
            }
            guard let entity = model.index(ofEntity: mapping.entity.name) else { continue }
            entityMappingIndexes[entity, default: []].append(index)
        }
    }

    mutating func add(_ plan: DynamicPlan) { dynamics.append(plan) }

    /// The indices of plans by entity: for each entity, the plan of the entity itself or of its
    /// nearest ancestor, among those that follow sub-entities.
    var ownPlans: [Int: Int] {
        let following = entities.indices.filter { entities[$0].followsSubentities }
        guard !following.isEmpty else { return [:] }
        var plans: [Int: Int] = [:]
        for layout in model.layouts {
            plans[layout.index] = following.filter { entities[$0].layout.includes(layout.index) }
                .min { entities[$0].layout.family.count < entities[$1].layout.family.count }
        }
        return plans
    }

    mutating func report(
        _ code: MappingProblem.Code, _ mapping: EntityMapping?, _ subject: String?,
        _ message: String
    ) {
        report(code, mapping?.name ?? "", subject, message)
    }

    /// Returns the name that was probably meant, for the first problems only: each compares all
    /// names.
    private func advice(for name: String, among names: some Sequence<String>) -> String {
        problems.count < Suggestion.problemLimit ? Suggestion.text(for: name, among: names) : ""
    }

    /// Adds a warning about a declaration with a possibly unintended effect.
    mutating func warn(
        _ code: MappingProblem.Code, _ mapping: EntityMapping, _ subject: String?,
        _ message: String
    ) {
        warnings.append(
            MappingProblem(code: code, mapping: mapping.name, subject: subject, message: message))
    }

    mutating func report(
        _ code: MappingProblem.Code, _ mapping: String, _ subject: String?, _ message: String
    ) {
        problems.append(
            MappingProblem(code: code, mapping: mapping, subject: subject, message: message))
    }

    private mutating func compile(_ mapping: EntityMapping) {
        guard let layout = model.layout(named: mapping.entity.name) else {
            let advice = advice(
                for: mapping.entity.name, among: model.entities.map(\.name))
            report(
                .entity, mapping, nil, "the model has no entity '\(mapping.entity.name)'\(advice)")
            return
        }
        if layout.isAbstract, !mapping.followsSubentities {
            report(
                .entity, mapping, nil,
                "\(layout.name) is abstract and has no objects; map one of its sub-entities, or set "
                    + "followsSubentities to update the objects that are there")
        }
        if let problem = mapping.identificationProblem {
            report(.identification, mapping, nil, problem)
        }
        if let problem = mapping.modificationProblem {
            report(.modification, mapping, nil, problem)
        }
        for problem in mapping.settings.problems(of: model.entities[layout.index]) {
            report(.attribute, mapping, problem.property, problem.message)
        }
        checkRoots(of: mapping, layout)
        var properties = PropertyPlans()
        compileAttributes(of: mapping, layout, &properties)
        compileRelationships(of: mapping, layout, &properties)
        checkKeys(of: mapping, properties)
        checkIgnoredPaths(of: mapping)
        checkValidations(of: mapping, layout)
        let identification = compileIdentification(of: mapping, layout, properties.attributes)
        let tombstone = compileTombstone(of: mapping, layout, properties.attributes)
        if mapping.acceptsIdentifiers { checkIdentifiers(of: mapping, identification) }
        entities.append(
            EntityPlan(
                mapping, layout, properties, identification: identification,
                modification: compileModification(of: mapping, layout, properties.attributes),
                synchronizationSlot: compileSynchronization(of: mapping, layout),
                tombstone: tombstone))
        for connection in mapping.connections {
            compile(mapping.resolved(connection, in: model), of: mapping, layout)
        }
    }

    private mutating func compileRoots() {
        if mappings.roots.isEmpty {
            report(.path, nil, nil, "no root path says where representations are; add one")
        }
        for root in mappings.roots {
            if let problem = root.path.problem {
                report(.path, nil, root.path.description, "root path: \(problem)")
            }
            if root.path.needsRecord {
                report(
                    .path, nil, root.path.description,
                    "root path '\(root.path)': there is no record to begin at; begin with a key, "
                        + "@root or @metadata")
            }
            guard let index = mappingIndex(of: root.mapping, "", "root path '\(root.path)'") else {
                continue
            }
            roots.append(RootPlan(path: root.path, mapping: index))
        }
    }

    /// Returns the index of a mapping by name, and reports a name that does not exist.
    mutating func mappingIndex(of name: String, _ mapping: String, _ subject: String) -> Int? {
        if let index = mappingIndexes[name] { return index }
        let advice =
            adviceOnAbstract(name) ?? adviceOnUnmapped(name)
            ?? advice(for: name, among: mappingIndexes.keys)
        report(.mapping, mapping, subject, "\(subject): no mapping is named '\(name)'\(advice)")
        return nil
    }

    private mutating func compileAttributes(
        of mapping: EntityMapping, _ layout: EntityLayout, _ properties: inout PropertyPlans
    ) {
        for attributeMapping in mapping.attributeMappings {
            let name = attributeMapping.destination
            check(attributeMapping.source, to: name, of: mapping)
            if layout.slotIndexes[name] == nil, name.contains(".") {
                compileRoute(attributeMapping, of: mapping, layout, &properties)
                continue
            }
            guard
                let plan = attributePlan(
                    name, attributeMapping, of: mapping, layout,
                    mapping.performsValidation ? mapping.validations[name] : nil)
            else { continue }
            properties.attributePaths.append(attributeMapping.source)
            properties.attributes.append(plan)
        }
    }

    /// Compiles an attribute mapping, and reports a missing attribute or an unsuitable transform.
    mutating func attributePlan(
        _ name: String, _ attributeMapping: AttributeMapping, of mapping: EntityMapping,
        _ layout: EntityLayout, _ validation: ValueValidation?
    ) -> AttributePlan? {
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            let advice =
                layout.relationshipIndexes[name] == nil ? "" : "; use addRelationshipMapping"
            report(.attribute, mapping, name, noAttribute(name, in: layout) + advice)
            return nil
        }
        check(
            mapping.transform(of: attributeMapping, attribute, in: mappings), of: attribute, mapping
        )
        if attributeMapping.source.isRest, attribute.type != .dictionary {
            report(
                .attribute, mapping, name,
                "'\(name)' is of type \(attribute.type.word); '@rest' has members, so its attribute "
                    + "must be a dictionary")
        }
        if let policy = attributeMapping.unknownCases,
            let problem = mapping.problem(of: policy, attributeMapping, attribute, in: mappings)
        {
            report(.transform, mapping, name, "'\(name)'\(problem)")
        }
        return AttributePlan(
            attribute, slot: slot,
            by: mapping.conversion(
                of: attributeMapping, attribute, in: mappings,
                keyTypes: attribute.type == .array ? keyTypes(of: name, layout) : []),
            takesRest: attributeMapping.source.isRest, validation: validation)
    }

    func noAttribute(_ name: String, in layout: EntityLayout) -> String {
        model.noAttribute(name, in: layout)
    }

    private func noRelationship(_ name: String, in layout: EntityLayout) -> String {
        layout.slotIndexes[name] == nil
            ? model.noRelationship(name, in: layout)
            : "'\(name)' is an attribute of \(layout.name); use addAttributeMapping"
    }

    private mutating func check(_ path: PayloadPath, to name: String, of mapping: EntityMapping) {
        guard let problem = path.problem else { return }
        report(.path, mapping, name, "the path to '\(name)': \(problem)")
    }

    private mutating func check(
        _ transform: ValueTransform, of attribute: AttributeDescription, _ mapping: EntityMapping
    ) {
        for problem in transform.problems(of: attribute.type) {
            report(.transform, mapping, attribute.name, "'\(attribute.name)'\(problem)")
        }
    }

    private mutating func compileRelationships(
        of mapping: EntityMapping, _ layout: EntityLayout, _ properties: inout PropertyPlans
    ) {
        for nested in mapping.relationshipMappings {
            check(nested.source, to: nested.destination, of: mapping)
            checkIsNoRest(nested.source, nested.destination, of: mapping)
            guard let relationship = relationship(nested.destination, of: mapping, layout) else {
                continue
            }
            if nested.assignmentPolicy == .union, !relationship.isToMany {
                report(
                    .assignmentPolicy, mapping, nested.destination,
                    "'\(nested.destination)' is to-one; a union needs a to-many relationship")
            }
            guard
                let index = mappingIndex(
                    of: nested.mapping, mapping.name, "'\(nested.destination)'")
            else { continue }
            checkDestination(of: relationship, index, mapping)
            properties.relationshipPaths.append(nested.source)
            properties.relationships.append(
                RelationshipPlan(
                    relationship, for: nested, using: index,
                    allowing: allowedOperations(of: nested, at: index), in: model))
        }
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

    /// Reports nested mappings for entities that the relationship cannot reference.
    private mutating func checkDestination(
        of relationship: RelationshipLayout, _ index: Int, _ mapping: EntityMapping
    ) {
        let destination = model.layouts[relationship.destination]
        for nested in entityMappings(at: index) {
            guard let entity = model.index(ofEntity: nested.entity.name),
                !destination.includes(entity)
            else { continue }
            report(
                .relationship, mapping, relationship.name,
                "'\(relationship.name)' leads to \(destination.name); "
                    + "the mapping '\(nested.name)' is for \(nested.entity.name)")
        }
    }

    /// Returns the mapping at an index, or those that a dynamic mapping can select.
    func entityMappings(at index: Int) -> [EntityMapping] {
        guard index >= mappings.mappings.count else { return [mappings.mappings[index]] }
        let dynamic = mappings.dynamicMappings[index - mappings.mappings.count]
        return dynamic.knownMappings.compactMap { name in
            mappings.mappings.first { $0.name == name }
        }
    }

    mutating func addSpace(_ space: IdentitySpacePlan, isUnique: Bool) -> Int {
        let index = IndexDescription(entity: space.entity, slots: space.slots, isUnique: isUnique)
        if !indexes.contains(index) { indexes.append(index) }
        if let known = spaces.firstIndex(of: space) { return known }
        spaces.append(space)
        return spaces.count - 1
    }

    /// Adds a connection unless an equal one exists.
    ///
    /// Returns `false` if a different connection already fills the relationship.
    mutating func add(_ connection: ConnectionPlan) -> Bool {
        let key = [connection.sourceEntity, connection.relationship.index]
        if let rival = connectionIndexes[key] {
            return connections[rival].description == connection.description
        }
        connectionIndexes[key] = connections.count
        connections.append(connection)
        for index in connection.indexes where knownIndexes.insert(index).inserted {
            indexes.append(index)
        }
        return true
    }
}

extension ValueTransform {
    /// Returns the defects of the transform for a type, as phrases to follow the attribute's name.
    package func problems(of type: AttributeType) -> [String] {
        var problems: [String] = []
        if let fault { problems.append(": \(self): \(fault)") }
        if let problem = problem(for: type) {
            problems.append(" is of type \(type.word); \(problem)")
        }
        return problems
    }
}
