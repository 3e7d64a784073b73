package import ObjectGraph

/// A reason why a connection does not match its model.
package struct ConnectionProblem: Sendable {
    /// Indicates whether a predicate of the connection is invalid, rather than the connection.
    package let concernsPredicate: Bool
    package let message: String
}

/// The compiler that checks a connection against a model and translates it into a plan.
package struct ConnectionCompiler {
    private let connection: ConnectionDescription
    private let model: ManagedObjectModel
    /// The problems found.
    package private(set) var problems: [ConnectionProblem] = []

    /// A foreign key or a part of it, with the destination's attribute.
    private struct Key {
        let source: Attribute
        let destination: Attribute
    }

    private typealias Attribute = (slot: Int, type: AttributeType)

    package init(_ connection: ConnectionDescription, _ model: ManagedObjectModel) {
        self.connection = connection
        self.model = model
    }

    /// Compiles the connection and records its problems.
    ///
    /// - Parameter mapped: The entity of the mapping that declares the connection; `nil` for a
    ///   connection registered in a store, which is exempt from the checks of declarations in a
    ///   mapping.
    /// - Returns: The plan; `nil` if the connection cannot be evaluated. A registered connection
    ///   with a problem cannot: its model may have changed.
    package mutating func compile(for mapped: EntityLayout?) -> ConnectionPlan? {
        guard let source = source(for: mapped), let relationship = relationship(of: source) else {
            return nil
        }
        let destination = model.layouts[relationship.destination]
        var keys: [Key] = []
        var path: [RelationshipLayout] = []
        if let keyPath = connection.keyPath {
            path = steps(of: keyPath, from: source, to: destination)
        } else {
            keys = self.keys(from: source, to: destination)
        }
        let isDetermined = checkDetermination()
        let sources = resolve(connection.sourcePredicate, of: "source", source)
        let destinations = resolve(connection.destinationPredicate, of: "destination", destination)
        let isComplete = keys.count == connection.keys.count && (keys.isEmpty != path.isEmpty)
        guard isDetermined, isComplete else { return nil }
        check(keys, of: relationship)
        if mapped != nil { check(relationship) }
        guard mapped != nil || problems.isEmpty else { return nil }
        return ConnectionPlan(
            description: connection, relationship: relationship, sourceEntity: source.index,
            destinationEntity: destination.index, sourceSlots: keys.map(\.source.slot),
            destinationSlots: keys.map(\.destination.slot),
            destinationTypes: keys.map(\.destination.type),
            arrayIndex: keys.firstIndex { $0.source.type == .array },
            sourcePredicate: sources.evaluator, destinationPredicate: destinations.evaluator,
            sourceChains: sources.chains, destinationChains: destinations.chains, path: path,
            narrowedKeys: keys.indices.filter {
                keys[$0].source.type != .array
                    && keys[$0].source.type != keys[$0].destination.type
            })
    }

    /// Records a problem, given as the continuation of "the connection of 'relationship'".
    private mutating func report(_ message: String) {
        problems.append(
            ConnectionProblem(
                concernsPredicate: false,
                message: "the connection of '\(connection.relationship)'\(message)"))
    }
}

/// The ends of a connection.
extension ConnectionCompiler {
    /// Tests whether either foreign keys or a key path determine the destinations.
    private mutating func checkDetermination() -> Bool {
        guard connection.keys.isEmpty == (connection.keyPath == nil) else { return true }
        let expected =
            connection.keys.isEmpty
            ? "at least one pair of attributes" : "either attributes or a key path"
        report(" needs \(expected)")
        return false
    }

    private mutating func source(for mapped: EntityLayout?) -> EntityLayout? {
        let known = model.layout(named: connection.entity)
        guard let mapped else { return known }
        if let known, known.includes(mapped.index) { return known }
        report(
            " is for '\(connection.entity)', the mapping for \(mapped.name); expected a connection "
                + "of \(mapped.name) or of what it inherits from")
        return nil
    }

    private mutating func relationship(of source: EntityLayout) -> RelationshipLayout? {
        let name = connection.relationship
        let relationship = model.relationship(named: name, of: source.index)
        if relationship == nil {
            let expected = "the relationship of \(source.name) to connect"
            report(
                ": " + noStep(name, in: source, ifEmpty: "the name is empty; expected \(expected)"))
        }
        return relationship
    }

    /// Returns the evaluator of a predicate and its paths; records an unfit predicate.
    ///
    /// An unfit predicate does not match the model.
    private mutating func resolve(
        _ predicate: EntityPredicate, of end: String, _ layout: EntityLayout
    ) -> (evaluator: PredicateEvaluator?, chains: [[RelationshipLayout]]) {
        guard predicate != .true else { return (nil, []) }
        do throws(StoreError) {
            let resolved = try PredicateResolver(model: model, entity: layout.index)
                .resolve(predicate)
            let chains = resolved.chains.map { chain in chain.map { model.relationships[$0] } }
            return (PredicateEvaluator(resolved, model: model), chains)
        } catch {
            problems.append(
                ConnectionProblem(
                    concernsPredicate: true,
                    message: "the \(end) predicate of '\(connection.relationship)': "
                        + error.message))
            return (nil, [])
        }
    }
}

/// Key paths.
extension ConnectionCompiler {
    /// Returns the relationships of a key path; empty if it does not end at the destination entity.
    private mutating func steps(
        of keyPath: PropertyPath, from source: EntityLayout, to destination: EntityLayout
    ) -> [RelationshipLayout] {
        let way = " by '\(keyPath)': "
        var steps: [RelationshipLayout] = []
        var layout = source
        for name in keyPath.components {
            guard let step = model.relationship(named: name, of: layout.index) else {
                let expected = "names of relationships with a dot between them"
                report(
                    way + noStep(name, in: layout, ifEmpty: "a step is empty; expected \(expected)")
                )
                return []
            }
            steps.append(step)
            layout = model.layouts[step.destination]
        }
        guard destination.includes(layout.index) else {
            report("\(way)it leads to \(layout.name); expected \(destination.name)")
            return []
        }
        guard steps.count > 1 || steps[0].name != connection.relationship else {
            report("\(way)the relationship would follow itself")
            return []
        }
        return steps
    }

    /// Returns the reason why a name is not a relationship.
    private func noStep(
        _ name: String, in layout: EntityLayout, ifEmpty message: String
    ) -> String {
        guard !name.isEmpty else { return message }
        return layout.hasAttribute(name)
            ? "'\(name)' is an attribute of \(layout.name); expected a relationship"
            : model.noRelationship(name, in: layout)
    }

    /// Reports relationships that the connection cannot fill.
    private mutating func check(_ relationship: RelationshipLayout) {
        if let keyPath = connection.keyPath, relationship.isSymmetric {
            report(
                " by '\(keyPath)': the relationship is its own inverse, so the path of one object "
                    + "would change what the path of another one has filled; give it an inverse of "
                    + "its own, or none")
        }
        if let keyPath = connection.keyPath, keyPath.components.count > EntityPredicate.stepLimit {
            report(
                " by a key path of \(keyPath.components.count) steps: at most "
                    + "\(EntityPredicate.stepLimit) can be followed; fill a relationship half-way "
                    + "by a connection of its own, and begin there")
        }
    }
}

/// Foreign keys.
extension ConnectionCompiler {
    /// Returns the pairs of attributes that exist.
    private mutating func keys(from source: EntityLayout, to destination: EntityLayout) -> [Key] {
        var keys: [Key] = []
        for key in connection.keys {
            if source.hasAttribute(key.destination), destination.hasAttribute(key.source),
                !source.hasAttribute(key.source) || !destination.hasAttribute(key.destination)
            {
                report(
                    ": '\(key.source)' is an attribute of \(destination.name), "
                        + "'\(key.destination)' one of \(source.name); the own attribute comes first"
                )
                continue
            }
            let own = attribute(key.source, of: source)
            let other = attribute(key.destination, of: destination)
            if let own, let other { keys.append(Key(source: own, destination: other)) }
        }
        return keys
    }

    private mutating func attribute(_ name: String, of layout: EntityLayout) -> Attribute? {
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            report(": " + model.noAttribute(name, in: layout))
            return nil
        }
        return (slot, attribute.type)
    }

    /// Reports attribute pairs that are never equal, and arrays for to-one relationships.
    private mutating func check(_ keys: [Key], of relationship: RelationshipLayout) {
        for (key, pair) in zip(keys, connection.keys)
        where !key.source.type.canConnect(to: key.destination.type) {
            let type = key.destination.type
            report(
                ": '\(pair.source)' is of type \(key.source.type.word) and never equals "
                    + "'\(pair.destination)' of type \(type.word); make '\(pair.source)' of type "
                    + "'\(type.rawValue)'")
        }
        if keys.count(where: { $0.source.type == .array }) > 1 {
            report(": only one foreign key may be an array")
        }
        if let part = keys.firstIndex(where: { $0.source.type == .array }), !relationship.isToMany {
            report(
                ": '\(connection.keys[part].source)' is an array, and the relationship leads to "
                    + "one object; make it a to-many relationship, or connect it by an attribute "
                    + "with one key")
        }
    }
}

extension AttributeType {
    /// Tests whether values of both types can be equal; the elements of an array may have any type.
    fileprivate func canConnect(to other: AttributeType) -> Bool {
        self == .array || word == other.word
            || [.string, .url].contains(self) && [.string, .url].contains(other)
    }
}

extension EntityLayout {
    fileprivate func hasAttribute(_ name: String) -> Bool {
        slotIndexes[name].map { slots[$0].attribute != nil } ?? false
    }
}
