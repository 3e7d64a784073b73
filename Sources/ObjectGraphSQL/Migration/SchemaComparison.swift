import ObjectGraph

/// Compares the content of a file with a model.
///
/// To find possible losses, the objects are examined as well: an attribute without any values
/// is not a loss.
struct SchemaComparison {
    let schema: StoreSchema
    let stored: StoredSchema
    private(set) var match: ModelMatch
    private(set) var differences: [SchemaDifference] = []
    let session: any SQLSession

    private var model: ManagedObjectModel { schema.model }

    /// Compares a file with a schema; properties that cannot be converted are removed
    /// from ``match``.
    init(
        _ schema: StoreSchema, _ stored: StoredSchema, _ match: ModelMatch,
        _ session: any SQLSession
    ) throws(StoreError) {
        self.schema = schema
        self.stored = stored
        self.match = match
        self.session = session
        compareTrees()
        for layout in schema.model.layouts {
            try checkAbstract(layout)
            for attribute in schema.model.entities[layout.index].declaredAttributes {
                try compare(attribute, of: layout)
            }
        }
        try checkCover()
        for relationship in schema.model.relationships { try compare(relationship) }
        try findRemoved()
    }

    /// Indicates whether all content can stay in place, so that additions are sufficient.
    ///
    /// Equal definitions are not sufficient: a new property may have the name of a different
    /// one in the file.
    var isExtension: Bool {
        let keepsNames =
            match.entities.allSatisfy { model.layouts[$0.key].name == $0.value }
            && match.sources.allSatisfy { key, sources in sources.allSatisfy { $0.key == key } }
        guard keepsNames else { return false }
        let wanted = Dictionary(
            schema.definitions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return stored.definitions.values.allSatisfy {
            wanted[$0.key]?.accepts($0, schema.dialect) == true
        }
    }

    private mutating func compareTrees() {
        for layout in model.layouts where layout.root == layout.index {
            let family = Set(layout.family.compactMap { match.entities[$0] })
            let origin = match.origins[layout.index]
            let others = family.filter { stored.tree(of: $0) != origin }
            guard !others.isEmpty else { continue }
            differences.append(
                SchemaDifference(
                    title: layout.name,
                    text: "its objects come from tables of their own in the file "
                        + "(\(family.sorted().joined(separator: ", "))), where they have the same "
                        + "numbers; give them new ones in a migration step",
                    need: .step, concerns: others))
        }
    }

    private mutating func compare(
        _ attribute: AttributeDescription, of layout: EntityLayout
    ) throws(StoreError) {
        let key = StoreDefinition.Key(entity: layout.name, property: attribute.name)
        let family = Set(layout.family.compactMap { match.entities[$0] })
        let sources = match.sources[key] ?? []
        let unfit = sources.first { source in
            guard case .attribute(let type, _) = source.content else { return true }
            return type.widening(to: attribute.type) == nil
        }
        if let unfit {
            let wanted = attribute.type.rawValue
            differences.append(
                SchemaDifference(
                    title: "\(layout.name).\(attribute.name)",
                    text: "the file has \(unfit.text), the model \(wanted); convert it in a "
                        + "migration step, or give the new attribute another name",
                    need: .step, concerns: family))
            match.drop(key)
        }
        try checkValues(attribute, layout, unfit == nil ? sources : [], family)
        try checkMandatory(attribute, layout, unfit == nil ? sources : [], family)
    }

    /// Checks the values of types that cannot be converted for every value.
    private mutating func checkValues(
        _ attribute: AttributeDescription, _ layout: EntityLayout, _ sources: [StoreDefinition],
        _ family: Set<String>
    ) throws(StoreError) {
        var found = ObjectCount()
        var lost = (type: attribute.type, values: "")
        for source in sources {
            guard case .attribute(let type, _) = source.content,
                let tree = stored.tree(of: source.key.entity),
                let widening = type.widening(to: attribute.type), widening.canFail
            else { continue }
            lost = (type, widening.loss)
            try ColumnConversion(source.name, of: tree, from: type, to: attribute.type, session)
                .addMismatches(to: &found, where: tree.condition(family, session.dialect))
        }
        guard found.count > 0 else { return }
        differences.append(
            SchemaDifference(
                title: "\(layout.name).\(attribute.name)",
                text:
                    "the file has \(lost.type == .data ? "bytes" : lost.type.rawValue), the model \(attribute.type.rawValue), and "
                    + "\(found) would lose \(lost.values); convert them in a migration step, "
                    + "or give the new attribute another name",
                need: .step, concerns: family))
    }

    /// Reports values of an attribute in objects whose entity no longer has the attribute.
    private mutating func checkCover() throws(StoreError) {
        var covered: [StoreDefinition: Set<String>] = [:]
        for (key, sources) in match.sources {
            guard let layout = model.layout(named: key.entity) else { continue }
            let family = layout.family.compactMap { match.entities[$0] }
            for source in sources { covered[source, default: []].formUnion(family) }
        }
        for (source, family) in covered {
            if case .links = source.content { continue }
            guard let tree = stored.tree(of: source.key.entity) else { continue }
            let others = tree.entities.subtracting(family)
                .filter { match.index(ofStored: $0) != nil }
            guard !others.isEmpty, let condition = tree.condition(others, session.dialect) else {
                continue
            }
            var found = ObjectCount()
            try found.add(
                tree, where: ["\(source.name.quotedName) IS NOT NULL", condition], session)
            guard found.count > 0 else { continue }
            let names = others.filter { name in
                match.index(ofStored: name).map { !model.layouts[$0].isAbstract } ?? true
            }
            differences.append(
                SchemaDifference(
                    title: source.title,
                    text: "\(found) of \(names.sorted().joined(separator: ", ")) would "
                        + "lose it; declare it there too, or drop it with migration .inferred",
                    need: .permission, concerns: others))
        }
    }

    /// Reports objects that would have neither a value nor a default in a mandatory attribute.
    private mutating func checkMandatory(
        _ attribute: AttributeDescription, _ layout: EntityLayout, _ sources: [StoreDefinition],
        _ family: Set<String>
    ) throws(StoreError) {
        guard !attribute.isOptional, attribute.defaultValue.isNull else { return }
        let wasMandatory = sources.contains {
            if case .attribute(_, true) = $0.content { true } else { false }
        }
        guard !wasMandatory else { return }
        var found = ObjectCount()
        for tree in Set(family.compactMap(stored.tree)) {
            let columns = sources.filter { stored.tree(of: $0.key.entity) == tree }
                .map { "\($0.name.quotedName) IS NULL" }
            let conditions = columns + [tree.condition(family, session.dialect)].compactMap(\.self)
            try found.add(tree, where: conditions, session)
        }
        guard found.count > 0 else { return }
        differences.append(
            SchemaDifference(
                title: "\(layout.name).\(attribute.name)",
                text: (sources.isEmpty ? "new and mandatory" : "mandatory now")
                    + ", but \(found) would have no value; give it a default or make it optional",
                need: .step, concerns: family))
    }

    /// Reports objects of an entity that has become abstract.
    private mutating func checkAbstract(_ layout: EntityLayout) throws(StoreError) {
        guard layout.isAbstract, let name = match.entities[layout.index],
            case .entity(_, isAbstract: false) = stored[name, ""]?.content,
            let tree = stored.tree(of: name)
        else { return }
        var found = ObjectCount()
        try found.add(
            tree, where: [tree.condition([name], session.dialect)].compactMap(\.self), session)
        guard found.count > 0 else { return }
        differences.append(
            SchemaDifference(
                title: layout.name,
                text: "abstract now, but the file has \(found) of exactly this entity; make each "
                    + "one an object of a sub-entity in a migration step, or delete them with the "
                    + "earlier model",
                need: .step, concerns: [name]))
    }
}

/// Comparing relationships.
extension SchemaComparison {
    private mutating func compare(_ relationship: RelationshipLayout) throws(StoreError) {
        let isHome: Bool
        switch relationship.storage {
        case .reference, .links: isHome = true
        case .inverseReference, .inverseLinks: isHome = false
        }
        guard isHome else { return }
        let key = StoreSchema.key(of: relationship, model)
        for pairs in match.pairs(of: relationship) {
            guard let difference = try difference(relationship, pairs) else { continue }
            differences.append(difference)
            guard difference.need == .step else { continue }
            match.drop(key)
            if let inverse = relationship.inverse {
                match.drop(StoreSchema.key(of: model.relationships[inverse], model))
            }
        }
    }

    private func difference(
        _ relationship: RelationshipLayout, _ pairs: StoredPairs
    ) throws(StoreError) -> SchemaDifference? {
        let source = model.layouts[relationship.entity]
        let destination = model.layouts[relationship.destination]
        let title = "\(source.name).\(relationship.name)"
        let concerns = Set((source.family + destination.family).compactMap { match.entities[$0] })
        func difference(_ text: String, _ need: SchemaDifference.Need) -> SchemaDifference {
            SchemaDifference(title: title, text: text, need: need, concerns: concerns)
        }
        let found = "the file has \(pairs.definition.text)"
        guard pairs.definition.content.isRelationship, let origin = pairs.sourceTree,
            origin == match.origins[source.root], let end = pairs.destinationTree,
            end == match.origins[destination.root]
        else {
            return difference(
                "\(found), the model a relationship to \(destination.name); link the objects in a "
                    + "migration step, or give the new relationship another name", .step)
        }
        if case .reference = relationship.storage, !match.isPlainReference(relationship) {
            var several = ObjectCount()
            try several.add(
                "source",
                from: "(SELECT source FROM (\(pairs.sql(session.dialect))) AS pairs "
                    + "GROUP BY source HAVING count(*) > 1) AS found",
                root: origin.root, session)
            guard several.count == 0 else {
                return difference(
                    "\(found), the model at most one, and \(several) would lose others; "
                        + "choose in a migration step, or keep it to-many", .step)
            }
        }
        let wanted = (
            own: relationship.isOrdered,
            inverse: relationship.inverse.map { model.relationships[$0].isOrdered } ?? false
        )
        let losesOrder =
            pairs.orders.own && !wanted.own && relationship.isToMany
            || pairs.orders.inverse && !wanted.inverse && isInverseToMany(relationship)
        guard losesOrder else { return nil }
        return difference(
            "\(found), the model has no order; keep it ordered, or drop the order with migration "
                + ".inferred", .permission)
    }

    private func isInverseToMany(_ relationship: RelationshipLayout) -> Bool {
        relationship.inverse.map { model.relationships[$0].isToMany } ?? true
    }

    /// Reports everything that the model no longer has.
    private mutating func findRemoved() throws(StoreError) {
        var used: Set<StoreDefinition.Key> = []
        for relationship in model.relationships {
            switch relationship.storage {
            case .reference, .links:
                used.formUnion(match.pairs(of: relationship).map(\.definition.key))
            case .inverseReference, .inverseLinks: continue
            }
        }
        for (key, sources) in match.sources
        where model[key.entity]?.attribute(named: key.property) != nil {
            used.formUnion(sources.map(\.key))
        }
        let reported = Set(differences.map(\.title))
        for definition in stored.definitions.values {
            let owner = match.index(ofStored: definition.key.entity)
            switch definition.content {
            case .entity:
                guard owner == nil else { continue }
                differences.append(
                    removal(of: definition, "its successor", [definition.key.entity]))
            case .position: continue
            case .attribute, .reference, .links, .unknown:
                // Properties of a removed entity are not reported separately.
                guard let owner, !used.contains(definition.key) else { continue }
                let name = model.layouts[owner].name
                guard !reported.contains("\(name).\(definition.key.property)") else { continue }
                differences.append(
                    removal(of: definition, "what replaces it", [definition.key.entity]))
            }
        }
    }

    private func removal(
        of definition: StoreDefinition, _ successor: String, _ concerns: Set<String>
    ) -> SchemaDifference {
        let name =
            definition.key.property.isEmpty ? definition.key.entity : definition.key.property
        return SchemaDifference(
            title: definition.title,
            text: "the file has it (\(definition.text)), the model has not; give \(successor) the "
                + "renamingIdentifier '\(name)', or drop it with migration .inferred",
            need: .permission, concerns: concerns)
    }
}
