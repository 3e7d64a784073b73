import ObjectGraph

extension PlanCompiler {
    /// Returns advice for a mapping name that is the name of an abstract entity.
    ///
    /// It applies to entities without a unique substitute among their sub-entities; the result is
    /// `nil` for other names.
    func adviceOnAbstract(_ name: String) -> String? {
        guard let layout = model.layout(named: name), layout.isAbstract else { return nil }
        let family = layout.family.filter { $0 != layout.index && !model.layouts[$0].isAbstract }
        let names = family.map { "'\(model.layouts[$0].name)'" }.sorted()
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        let choice =
            names.isEmpty
            ? "" : "add a DynamicMapping of this name that chooses among \(shown), or "
        return "; \(name) is abstract: \(choice)\(names.isEmpty ? "add " : "")a mapping of it with "
            + "followsSubentities, which finds objects and inserts none"
    }

    /// Returns the advice for the name of an entity that no mapping has.
    func adviceOnUnmapped(_ name: String) -> String? {
        guard let entity = model.index(ofEntity: name) else { return nil }
        let names = entityMappingIndexes[entity, default: []].map { mappings.mappings[$0].name }
        guard let first = names.first else { return "; add an EntityMapping of this entity" }
        let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return names.count == 1
            ? "; the mapping of this entity is named '\(first)': use that name"
            : "; the mappings of this entity are named \(shown)\(names.count > 5 ? ", …" : ""): "
                + "name the one to use"
    }
}
