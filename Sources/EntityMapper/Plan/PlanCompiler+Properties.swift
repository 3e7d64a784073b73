import MercatorPayload
package import ObjectGraph

/// Attribute and relationship mappings.
extension PlanCompiler {
    mutating func compileAttributes(
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
            let isRelationship = layout.relationshipIndexes[name] != nil
            report(
                .attribute, mapping, name,
                isRelationship
                    ? noAttribute(name, in: layout) + "; use addRelationshipMapping"
                    : noAttribute(name, in: layout).advising(
                        attributeMapping.source, to: name, among: layout.attributeNames))
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
        if let problem = mapping.policyProblem(of: attributeMapping, attribute, in: mappings) {
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

    mutating func compileRelationships(
        of mapping: EntityMapping, _ layout: EntityLayout, _ properties: inout PropertyPlans
    ) {
        for nested in mapping.relationshipMappings {
            check(nested.source, to: nested.destination, of: mapping)
            checkIsNoRest(nested.source, nested.destination, of: mapping)
            guard
                let relationship = relationship(
                    nested.destination, from: nested.source, of: mapping, layout)
            else { continue }
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
                    allowing: operations(of: nested, at: index), in: model))
        }
    }

    mutating func relationship(
        _ name: String, from source: PayloadPath? = nil, of mapping: EntityMapping,
        _ layout: EntityLayout
    ) -> RelationshipLayout? {
        if let relationship = model.relationship(named: name, of: layout.index) {
            return relationship
        }
        let message = noRelationship(name, in: layout)
        report(
            .relationship, mapping, name,
            message.advising(source, to: name, among: layout.relationshipIndexes.keys))
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
            mappingIndexes[name].flatMap {
                $0 < mappings.mappings.count ? mappings.mappings[$0] : nil
            }
        }
    }
}

extension String {
    /// Returns a message about a missing property.
    ///
    /// If the source is the name of a property, source and destination are probably swapped, and
    /// the message includes this advice.
    ///
    /// A suggestion already in the message is more probable.
    fileprivate func advising(
        _ source: PayloadPath?, to name: String, among names: some Sequence<String>
    ) -> String {
        guard let source, source.components.count == 1, let key = source.components[0].key,
            names.contains(key), !contains("; ")
        else { return self }
        return "\(self), but one '\(key)'; the source comes first: map '\(name)' to '\(key)'"
    }
}

extension EntityLayout {
    /// The names of the attributes.
    fileprivate var attributeNames: [String] { slots.filter { $0.attribute != nil }.map(\.name) }
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
