public import MercatorPayload
public import ObjectGraph

extension EntityMapping {
    /// Maps a value of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - source: The path to the value; the empty path is the representation itself.
    ///   - destination: The attribute: its name, or a key path such as `\Article.title`.
    ///   - transform: The conversion of the value; by default the conversion to the attribute's
    ///     type.
    ///   - unknownCases: The policy for raw values that are no case of an enumeration; by default
    ///     ``unknownCases`` of this mapping.
    public mutating func addAttributeMapping(
        from source: some PayloadPathConvertible, to destination: some AttributeReference,
        using transform: ValueTransform = .default, unknownCases: UnknownCasePolicy? = nil
    ) {
        var mapping = AttributeMapping(from: source, to: destination, using: transform)
        mapping.unknownCases = unknownCases
        append(mapping)
    }

    /// Maps values of the representation to attributes.
    ///
    /// - Parameter pairs: Pairs of a source path and an attribute name, applied in this order.
    public mutating func addAttributeMappings(
        _ pairs: KeyValuePairs<some PayloadPathConvertible, String>
    ) {
        for (source, destination) in pairs { addAttributeMapping(from: source, to: destination) }
    }

    /// Maps values of the representation to attributes, from a dictionary built at run time.
    ///
    /// - Parameter table: Attribute names by source path, applied in the order of the paths. The
    ///   plan reports a path that cannot be parsed.
    public mutating func addAttributeMappings(fromDictionary table: [String: String]) {
        for (source, destination) in table.sorted(by: { $0.key < $1.key }) {
            addAttributeMapping(from: source, to: destination)
        }
    }

    /// Maps values of the representation to attributes, using ``keyNaming`` to derive their names.
    ///
    /// - Parameter sources: Source paths, applied in this order. By default the attributes have the
    ///   same names as the keys.
    public mutating func addAttributeMappings(_ sources: [some PayloadPathConvertible]) {
        for source in sources { addAttributeMapping(from: source, to: destination(for: source)) }
    }

    /// Maps the key of the representation to an attribute.
    ///
    /// The representation is an object with a single member, as produced by
    /// ``forcesCollectionMapping``. Other paths can refer to the key by the name of the attribute
    /// in braces.
    ///
    /// ```swift
    /// // {"blake": {"id": 7}, "rachit": {"id": 8}}
    /// users.forcesCollectionMapping = true
    /// users.addAttributeMapping(fromKeyOfRepresentationTo: "name")
    /// users.addAttributeMapping(from: "{name}.id", to: "userID")
    /// ```
    ///
    /// - Parameters:
    ///   - destination: The attribute: its name, or a key path.
    ///   - transform: The conversion of the key.
    public mutating func addAttributeMapping(
        fromKeyOfRepresentationTo destination: some AttributeReference,
        using transform: ValueTransform = .default
    ) {
        addAttributeMapping(
            from: PayloadPath([.context(.key)]), to: destination, using: transform)
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The name of the relationship.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    public mutating func addRelationshipMapping(
        from source: some PayloadPathConvertible, to destination: String, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        append(
            RelationshipMapping(
                from: source, to: destination, using: mapping, assignmentPolicy: policy))
    }

    /// Maps nested representations to the relationship that ``keyNaming`` derives from their path.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    public mutating func addRelationshipMapping(
        from source: some PayloadPathConvertible, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        addRelationshipMapping(
            from: source, to: destination(for: source), using: mapping, assignmentPolicy: policy)
    }

    /// Adds an existing attribute mapping.
    ///
    /// - Parameter mapping: The mapping to add.
    public mutating func addAttributeMapping(_ mapping: AttributeMapping) {
        append(mapping)
    }

    /// Adds an existing relationship mapping.
    ///
    /// - Parameter mapping: The mapping to add.
    public mutating func addRelationshipMapping(_ mapping: RelationshipMapping) {
        append(mapping)
    }

    /// Returns the property path for a source path, each component converted on its own.
    private func destination(for source: some PayloadPathConvertible) -> String {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return PayloadPath(declared: source).components.map {
            keyNaming.destination(for: $0.name, among: names)
        }
        .joined(separator: ".")
    }
}
