import EntityMapper
import ObjectGraph

/// Selecting the mapping of an object.
extension RepresentationPass {
    /// Returns the mapping of an object.
    ///
    /// This is the given mapping, or for a dynamic mapping, its mapping for the object's entity.
    mutating func choose(
        _ mapping: Int, for object: RepresentedObject, by relationship: RelationshipLayout?
    ) throws(MappingError) -> Int {
        if let only = writer.plan.onlyMapping(of: mapping, for: object.entity) { return only }
        let candidates = writer.plan.entityMappings(of: mapping, for: object.entity)
        let arrival = relationship.map { "'\($0.name)' leads to " } ?? ""
        guard let first = candidates.first else {
            let wanted = writer.plan.entityMappings(of: mapping)
                .map { writer.plan.entities[$0].layout.name }.joined(separator: " or ")
            let found = context.model.layouts[object.entity].name
            throw MappingError(
                relationship == nil && mapping < writer.plan.entities.count
                    ? .objectMismatch : .noMapping,
                "\(arrival)\(objectID(of: object)): expected \(wanted), found \(found); add a "
                    + "mapping for it, or leave the object out")
        }
        guard candidates.count > 1, let choice = writer.choice else { return first }
        let names = candidates.map { writer.plan.entities[$0].name }
        graph.release()
        let handle = context.object(root: object.root, object.number)
        guard let name = choice(handle, names) else {
            throw MappingError(
                .noMapping,
                "\(arrival)\(objectID(of: object)): none of the mappings "
                    + "\(names.map { "'\($0)'" }.joined(separator: ", ")) was chosen; choose one, "
                    + "or leave the object out")
        }
        guard let chosen = names.firstIndex(of: name) else {
            throw MappingError(
                .unknownMapping,
                "\(arrival)\(objectID(of: object)): '\(name)' was chosen, which is not among "
                    + names.map { "'\($0)'" }.joined(separator: ", ")
                    + Suggestion.text(for: name, among: names))
        }
        return candidates[chosen]
    }
}

extension MappingPlan {
    /// Returns the mapping at an index if no other can apply to the entity.
    ///
    /// The result is `nil` if a search is needed.
    func onlyMapping(of index: Int, for entity: Int) -> Int? {
        guard index < entities.count, !entities[index].followsSubentities,
            entities[index].layout.includes(entity)
        else { return nil }
        return index
    }

    /// Returns the mappings at an index for an entity.
    ///
    /// If there are none, the mappings for its nearest ancestor are returned.
    func entityMappings(of index: Int, for entity: Int) -> [Int] {
        let suitable = entityMappings(of: index).filter { entities[$0].layout.includes(entity) }
        // If two entities both include a third, the nearer entity has fewer sub-entities.
        let nearest = suitable.map { entities[$0].layout.family.count }.min()
        return suitable.filter { entities[$0].layout.family.count == nearest }
    }
}
