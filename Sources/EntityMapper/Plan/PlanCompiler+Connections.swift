import ObjectGraph

extension PlanCompiler {
    /// Compiles a connection and reports its problems.
    mutating func compile(
        _ connection: ConnectionDescription, of mapping: EntityMapping?, _ mapped: EntityLayout
    ) {
        let known = model.layout(named: connection.entity)
        guard let layout = known, layout.includes(mapped.index) else {
            report(
                .connection, mapping, connection.relationship,
                "the connection of '\(connection.relationship)' is for '\(connection.entity)', "
                    + "the mapping for \(mapped.name); expected a connection of \(mapped.name) or "
                    + "of what it inherits from")
            return
        }
        guard
            let relationship = model.relationship(
                named: connection.relationship, of: layout.index)
        else {
            let name = connection.relationship
            report(
                .connection, mapping, name,
                "the connection of '\(name)': " + noStep(name, in: layout, isStep: false))
            return
        }
        let destination = model.layouts[relationship.destination]
        let isUsable: Bool
        var (sources, destinations): ([Place], [Place]) = ([], [])
        var path: [RelationshipLayout] = []
        if let keyPath = connection.keyPath {
            path = steps(of: keyPath, connection, mapping, layout, destination)
            isUsable = !path.isEmpty && connection.keys.isEmpty
        } else {
            (sources, destinations) = slots(of: connection, mapping, layout, destination)
            isUsable =
                !connection.keys.isEmpty && sources.count == connection.keys.count
                && destinations.count == sources.count
        }
        if connection.keys.isEmpty == (connection.keyPath == nil) {
            report(
                .connection, mapping, relationship.name,
                "the connection of '\(relationship.name)' needs "
                    + (connection.keys.isEmpty
                        ? "at least one pair of attributes" : "either attributes or a key path"))
        }
        let sourcePredicate = checkPredicate(
            connection.sourcePredicate, "source predicate of '\(relationship.name)'", of: mapping,
            layout)
        let destinationPredicate = checkPredicate(
            connection.destinationPredicate, "destination predicate of '\(relationship.name)'",
            of: mapping, destination)
        guard isUsable else { return }
        if let mapping {
            // Connections registered in the store stay active regardless of the plan's checks.
            check(sources, destinations, of: connection, mapping)
            check(relationship, sources, of: connection, mapping)
        }
        let isFree = add(
            ConnectionPlan(
                description: connection, relationship: relationship, sourceEntity: layout.index,
                destinationEntity: destination.index, sourceSlots: sources.map(\.slot),
                destinationSlots: destinations.map(\.slot),
                destinationTypes: destinations.map(\.type),
                arrayPlace: sources.firstIndex { $0.type == .array },
                sourcePredicate: sourcePredicate, destinationPredicate: destinationPredicate,
                sourceChains: chains(of: connection.sourcePredicate, layout),
                destinationChains: chains(of: connection.destinationPredicate, destination),
                path: path,
                narrowedPlaces: sources.indices.filter {
                    sources[$0].type != .array && sources[$0].type != destinations[$0].type
                }))
        guard !isFree else { return }
        report(
            .connection, mapping, relationship.name,
            "the connection of '\(relationship.name)': another connection fills this relationship "
                + "already; keep one of them")
    }

    /// Returns the relationships of a key path; reports a path that does not end at the destination
    /// entity and returns an empty array.
    private mutating func steps(
        of keyPath: PropertyPath, _ connection: ConnectionDescription, _ mapping: EntityMapping?,
        _ source: EntityLayout, _ destination: EntityLayout
    ) -> [RelationshipLayout] {
        let subject = "the connection of '\(connection.relationship)' by '\(keyPath)': "
        var steps: [RelationshipLayout] = []
        var layout = source
        for name in keyPath.components {
            guard let step = model.relationship(named: name, of: layout.index) else {
                report(
                    .connection, mapping, connection.relationship,
                    subject + noStep(name, in: layout))
                return []
            }
            steps.append(step)
            layout = model.layouts[step.destination]
        }
        guard destination.includes(layout.index) else {
            report(
                .connection, mapping, connection.relationship,
                "\(subject)it leads to \(layout.name); expected \(destination.name)")
            return []
        }
        guard steps.count > 1 || steps[0].name != connection.relationship else {
            report(
                .connection, mapping, connection.relationship,
                "\(subject)the relationship would follow itself")
            return []
        }
        return steps
    }

    /// Returns the relationship paths of a predicate; empty if it does not match the model.
    private func chains(
        of predicate: EntityPredicate, _ layout: EntityLayout
    ) -> [[RelationshipLayout]] {
        let resolver = PredicateResolver(model: model, entity: layout.index)
        let chains = (try? resolver.resolve(predicate))?.chains ?? []
        return chains.map { chain in chain.map { model.relationships[$0] } }
    }

    /// Reports relationships that the connection cannot fill.
    private mutating func check(
        _ relationship: RelationshipLayout, _ sources: [Place],
        of connection: ConnectionDescription, _ mapping: EntityMapping
    ) {
        let subject = "the connection of '\(relationship.name)'"
        if let keyPath = connection.keyPath, relationship.isSymmetric {
            report(
                .connection, mapping, relationship.name,
                "\(subject) by '\(keyPath)': the relationship is its own inverse, so the path of one "
                    + "object would change what the path of another one has filled; give it an "
                    + "inverse of its own, or none")
        }
        if let keyPath = connection.keyPath, keyPath.components.count > EntityPredicate.stepLimit {
            report(
                .connection, mapping, relationship.name,
                "\(subject) by a key path of \(keyPath.components.count) steps: at most "
                    + "\(EntityPredicate.stepLimit) can be followed; fill a relationship half-way by a "
                    + "connection of its own, and begin there")
        }
        if let place = sources.firstIndex(where: { $0.type == .array }), !relationship.isToMany {
            report(
                .connection, mapping, relationship.name,
                "\(subject): '\(connection.keys[place].source)' is an array, and the relationship "
                    + "leads to one object; make it a to-many relationship, or connect it by an "
                    + "attribute with one key")
        }
    }

    /// Reports pairs of attributes whose values are never equal.
    private mutating func check(
        _ sources: [Place], _ destinations: [Place], of connection: ConnectionDescription,
        _ mapping: EntityMapping
    ) {
        let name = connection.relationship
        for place in sources.indices
        where !sources[place].type.canConnect(to: destinations[place].type) {
            let pair = connection.keys[place]
            report(
                .connection, mapping, name,
                "the connection of '\(name)': '\(pair.source)' is of type "
                    + "\(sources[place].type.word) and never equals '\(pair.destination)' of type "
                    + "\(destinations[place].type.word); make '\(pair.source)' of type "
                    + "'\(destinations[place].type.rawValue)'")
        }
        guard sources.count(where: { $0.type == .array }) > 1 else { return }
        report(
            .connection, mapping, name,
            "the connection of '\(name)': only one foreign key may be an array")
    }

    /// Returns the reason why a name is not a relationship.
    private func noStep(
        _ name: String, in layout: EntityLayout, isStep: Bool = true
    ) -> String {
        guard !name.isEmpty else {
            return isStep
                ? "a step is empty; expected names of relationships with a dot between them"
                : "the name is empty; expected the relationship of \(layout.name) to connect"
        }
        let slot = layout.slotIndexes[name]
        guard slot.flatMap({ layout.slots[$0].attribute }) == nil else {
            return "'\(name)' is an attribute of \(layout.name); expected a relationship"
        }
        return noRelationship(name, in: layout)
    }

    private typealias Place = (slot: Int, type: AttributeType)

    private mutating func slots(
        of connection: ConnectionDescription, _ mapping: EntityMapping?, _ source: EntityLayout,
        _ destination: EntityLayout
    ) -> (sources: [Place], destinations: [Place]) {
        var result: (sources: [Place], destinations: [Place]) = ([], [])
        for key in connection.keys {
            if source.hasAttribute(key.destination), destination.hasAttribute(key.source),
                !source.hasAttribute(key.source) || !destination.hasAttribute(key.destination)
            {
                report(
                    .connection, mapping, connection.relationship,
                    "the connection of '\(connection.relationship)': '\(key.source)' is an attribute of "
                        + "\(destination.name), '\(key.destination)' one of \(source.name); the own "
                        + "attribute comes first")
                continue
            }
            if let place = place(of: key.source, connection, mapping, source) {
                result.sources.append(place)
            }
            if let place = place(of: key.destination, connection, mapping, destination) {
                result.destinations.append(place)
            }
        }
        return result
    }

    private mutating func place(
        of name: String, _ connection: ConnectionDescription, _ mapping: EntityMapping?,
        _ layout: EntityLayout
    ) -> Place? {
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            report(
                .connection, mapping, connection.relationship,
                "the connection of '\(connection.relationship)': "
                    + noAttribute(name, in: layout))
            return nil
        }
        return (slot, attribute.type)
    }
}

extension ConnectionPlan {
    /// The store indexes for the look-ups from both ends.
    var indexes: [IndexDescription] {
        guard path.isEmpty else { return [] }
        var indexes = [
            IndexDescription(entity: destinationEntity, slots: destinationSlots, isUnique: false)
        ]
        if arrayPlace == nil {
            indexes.append(
                IndexDescription(entity: sourceEntity, slots: sourceSlots, isUnique: false))
        }
        return indexes
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
