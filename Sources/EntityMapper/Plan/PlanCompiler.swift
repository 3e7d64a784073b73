import ConnectionEvaluation
import MercatorPayload
import ObjectGraph

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
                let connection = mapping.resolved(connection, in: model)
                for key in connection.keys {
                    connectionsByKey[key.source, default: []].append(connection)
                }
            }
            guard let entity = model.index(ofEntity: mapping.entity.name) else { continue }
            entityMappingIndexes[entity, default: []].append(index)
        }
    }

    mutating func add(_ plan: DynamicPlan) { dynamics.append(plan) }

    /// The indices of plans that follow sub-entities, by entity.
    ///
    /// For each entity, it is the plan of the entity itself or of its nearest ancestor.
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
            let advice = Suggestion.text(
                for: mapping.entity.name, among: model.entities.map(\.name), after: problems.count)
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
        for (attribute, problem) in mapping.declarationProblems.sorted(by: { $0.key < $1.key }) {
            report(.transform, mapping, attribute, problem)
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
            ?? Suggestion.text(
                for: name, among: mappingIndexes.keys, after: problems.count)
        report(.mapping, mapping, subject, "\(subject): no mapping is named '\(name)'\(advice)")
        return nil
    }

    mutating func addSpace(_ space: IdentitySpacePlan, isUnique: Bool) -> Int {
        let index = IndexDescription(entity: space.entity, slots: space.slots, isUnique: isUnique)
        add(index)
        if let known = spaces.firstIndex(of: space) { return known }
        spaces.append(space)
        return spaces.count - 1
    }

    /// Adds a connection unless an equal connection exists.
    ///
    /// Returns `false` if a different connection already fills the relationship.
    mutating func add(_ connection: ConnectionPlan) -> Bool {
        let key = [connection.sourceEntity, connection.relationship.index]
        if let rival = connectionIndexes[key] {
            return connections[rival].description == connection.description
        }
        connectionIndexes[key] = connections.count
        connections.append(connection)
        for index in connection.indexes { add(index) }
        return true
    }

    /// Adds an index unless the plan has it.
    private mutating func add(_ index: IndexDescription) {
        if knownIndexes.insert(index).inserted { indexes.append(index) }
    }
}
