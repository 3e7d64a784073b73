public import EntityMapper
public import ObjectGraph

extension MappingFile {
    /// Creates a file from a model and mappings.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - mappings: The mappings of its entities.
    public init(model: ManagedObjectModel, mappings: MappingSet) {
        self.init(entities: model.entities.map(\.withoutAncestors), mappings: mappings)
    }

    /// Returns the entity with a name.
    func entity(named name: String) -> EntityDescription? {
        entities.first { $0.name == name }
    }

    /// Returns the model.
    ///
    /// - Throws: ``ManagedObjectModelError`` with every problem; a file that was parsed has none.
    public func model() throws(ManagedObjectModelError) -> ManagedObjectModel {
        try ManagedObjectModel(entities)
    }

    /// Returns the mappings with the root paths of a kind of sources.
    ///
    /// - Parameter group: The name of a group in ``groups``; `nil` for the root paths of all
    ///   groups.
    /// - Returns: The mappings, with the root paths of ``mappings`` and the group.
    public func mappings(forSource group: String? = nil) -> MappingSet {
        var set = ignoringMappings
        for candidate in groups where group == nil || candidate.name == group {
            for root in candidate.roots where !set.roots.contains(root) { set.roots.append(root) }
        }
        return set
    }

    /// Returns the names of the columns of a kind of sources, if each record is an array of values.
    ///
    /// - Parameter group: The name of a group in ``groups``; `nil` if the file has none.
    /// - Returns: The names; `nil` if records are objects.
    public func rows(forSource group: String? = nil) -> [String]? {
        groups.isEmpty ? source.rows : groups.first { $0.name == group }?.rows
    }

    /// Returns the mappings, checked against the model.
    ///
    /// - Parameter group: The name of a group in ``groups``; `nil` for the root paths of all.
    /// - Returns: The plan.
    /// - Throws: ``ManagedObjectModelError`` or `MappingPlanError` with every problem; a file that
    ///   was parsed has none.
    public func plan(forSource group: String? = nil) throws -> MappingPlan {
        try MappingPlan(mappings(forSource: group), for: model())
    }
}
