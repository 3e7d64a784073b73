import ObjectGraph

/// Validation of key paths whose root is not the entity of the mapping.
extension PlanCompiler {
    /// Reports declarations whose key path has a different entity as its root.
    ///
    /// The root must be the mapping's entity or one of its ancestors.
    mutating func checkRoots(of mapping: EntityMapping, _ layout: EntityLayout) {
        for attribute in mapping.attributeMappings {
            checkRoot(attribute.schemaRoot, attribute.destination, of: mapping, layout)
        }
        for nested in mapping.relationshipMappings {
            checkRoot(nested.schemaRoot, nested.destination, of: mapping, layout)
        }
        for use in mapping.schemaUses.uses {
            checkRoot(use.root, use.property, of: mapping, layout)
        }
    }

    private mutating func checkRoot(
        _ root: SchemaRoot, _ property: String, of mapping: EntityMapping, _ layout: EntityLayout
    ) {
        guard let name = root.entity, name != layout.name else { return }
        if let other = model.layout(named: name), other.includes(layout.index) { return }
        let isRelationship = model.layout(named: name)?.relationshipIndexes[property] != nil
        report(
            isRelationship ? .relationship : .attribute, mapping, property,
            "'\\\(name).\(property)' is a key path of \(name), and the mapping is for "
                + "\(layout.name)\(advice(on: property, of: name, in: layout))")
    }

    /// Returns how a mapping can fill a property of another entity.
    private func advice(
        on property: String, of name: String, in layout: EntityLayout
    ) -> String {
        let way = layout.relationshipIndexes.keys.sorted().first { relationship in
            guard let found = model.relationship(named: relationship, of: layout.index) else {
                return false
            }
            return !found.isToMany && model.layouts[found.destination].name == name
        }
        if let way {
            return "; to fill it through '\(way)', name both: \\\(layout.name).\(way), "
                + "\\\(name).\(property)"
        }
        return layout.slotIndexes[property] != nil || layout.relationshipIndexes[property] != nil
            ? "; use \\\(layout.name).\(property)" : ""
    }
}
