public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// Writing objects of a schema struct.
extension RepresentationWriter {
    /// Creates a writer for objects of a schema struct.
    ///
    /// The mapping and all embedded mappings are checked for writing.
    ///
    /// ```swift
    /// let writer = try RepresentationWriter(
    ///     plan, for: Article.self, excluding: [\.views, \.author])
    /// ```
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - type: The schema struct of the objects.
    ///   - mapping: The name of the mapping of the objects; by default, the name of their entity.
    ///   - profile: The purpose of the payload.
    ///   - root: The path of the representations in the payload, consisting of keys.
    ///   - depthLimit: The maximum nesting depth of objects.
    ///   - included: Optional properties of the mapping to write.
    ///   - excluded: Properties of the mapping to omit.
    ///   - choice: Chooses the mapping if a dynamic mapping has several for one entity.
    /// - Throws: ``MappingPlanError`` with every problem found, such as a key path of a property
    ///   that the mapping does not have.
    public init<E: Entity>(
        _ plan: MappingPlan, for type: E.Type, mapping: String? = nil,
        profile: RepresentationProfile = .update,
        root: some PayloadPathConvertible = PayloadPath.root, depthLimit: Int = 64,
        including included: [PartialKeyPath<E>] = [],
        excluding excluded: [PartialKeyPath<E>] = [], choosing choice: Choice? = nil
    ) throws(MappingPlanError) {
        try self.init(
            plan, mapping: mapping ?? E.entityName, profile: profile,
            root: PayloadPath(declared: root), depthLimit: depthLimit,
            including: Set(included.map { E.name(of: $0) }),
            excluding: Set(excluded.map { E.name(of: $0) }), choosing: choice)
    }
}
