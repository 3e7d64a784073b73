import MercatorPayload
import ObjectGraph

extension PlanCompiler {
    /// Compiles an attribute mapping whose destination is reached through relationships.
    mutating func compileRoute(
        _ attributeMapping: AttributeMapping, of mapping: EntityMapping, _ layout: EntityLayout,
        _ properties: inout PropertyPlans
    ) {
        let name = attributeMapping.destination
        checkIsNoRest(attributeMapping.source, name, of: mapping)
        let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var destination = layout
        var relationships: [RelationshipLayout] = []
        for step in steps.dropLast() {
            guard let relationship = relationship(step, of: mapping, destination) else { return }
            if relationship.isToMany {
                report(
                    .attribute, mapping, name,
                    "the destination '\(name)' leads through '\(step)', which is to-many; only "
                        + "to-one relationships lead to one object")
                return
            }
            relationships.append(relationship)
            destination = model.layouts[relationship.destination]
        }
        guard let attribute = steps.last,
            let plan = attributePlan(
                attribute, attributeMapping, of: mapping, destination,
                mapping.performsValidation ? mapping.validations[name] : nil)
        else { return }
        properties.routePaths.append(attributeMapping.source)
        properties.routes.append(RoutePlan(relationships, plan, name: name))
    }

    /// Reports a path to the remaining members that does not lead to an attribute of the record.
    mutating func checkIsNoRest(_ path: PayloadPath, _ name: String, of mapping: EntityMapping) {
        guard path.isRest else { return }
        report(
            .path, mapping, name,
            "the path to '\(name)': '@rest' is for a dictionary attribute of the same object")
    }

    /// Reports ignored paths that cannot be parsed, or do not begin in the record.
    mutating func checkIgnoredPaths(of mapping: EntityMapping) {
        for path in mapping.ignoredPaths {
            if let problem = path.problem {
                report(.path, mapping, path.description, "an ignored path: \(problem)")
            } else if path.startsAtContext || path.components.isEmpty {
                report(
                    .path, mapping, path.description,
                    "the ignored path '\(path)' is outside of the record; begin with one of its keys"
                )
            }
        }
    }

    /// Reports components in braces whose attribute does not receive the key of the representation.
    mutating func checkKeys(of mapping: EntityMapping, _ properties: PropertyPlans) {
        let key = PayloadPathComponent.context(.key)
        let named = mapping.attributeMappings.filter { $0.source.components == [key] }
            .map(\.destination)
        for path in properties.paths {
            for step in path.components
            where step.kind == .representationKey && !named.contains(step.name) {
                report(
                    .path, mapping, step.name,
                    "the path '\(path)': no key is mapped to '\(step.name)'; add "
                        + "addAttributeMapping(fromKeyOfRepresentationTo: \"\(step.name)\")")
            }
        }
    }

    /// Reports validations of attributes that are not mapped.
    mutating func checkValidations(of mapping: EntityMapping, _ layout: EntityLayout) {
        let mapped = Set(mapping.attributeMappings.map(\.destination))
        for name in mapping.validations.keys.sorted() where !mapped.contains(name) {
            let advice = Suggestion.text(for: name, among: mapped.sorted())
            report(
                .attribute, mapping, name,
                "a validation for '\(name)', but nothing is mapped to it\(advice)")
        }
    }

    /// Reports mappings that map the same representation in an infinite recursion.
    mutating func checkAggregation() {
        for (index, plan) in entities.enumerated() {
            var seen: Set<Int> = []
            var open = aggregated(by: plan)
            while let next = open.popLast() {
                guard next != index else {
                    report(
                        .path, plan.name, nil,
                        "relationships without a source lead from a representation to itself for "
                            + "ever; give one of them a path")
                    break
                }
                guard next < entities.count, seen.insert(next).inserted else { continue }
                open += aggregated(by: entities[next])
            }
        }
    }

    /// Returns the indices of the plans that map the same representation again.
    func aggregated(by plan: EntityPlan) -> [Int] {
        plan.relationships.filter(\.isAggregated).flatMap { relationship in
            guard relationship.mapping >= mappings.mappings.count else {
                return [relationship.mapping]
            }
            let index = relationship.mapping - mappings.mappings.count
            return mappings.dynamicMappings[index].knownMappings.compactMap { mappingIndexes[$0] }
        }
    }
}

extension PayloadPath {
    /// Indicates whether the path begins at a value that only records have.
    package var needsRecord: Bool {
        switch components.first?.kind {
        case .context(.parent), .context(.record), .context(.key), .context(.rest),
            .representationKey:
            true
        default: false
        }
    }
}
