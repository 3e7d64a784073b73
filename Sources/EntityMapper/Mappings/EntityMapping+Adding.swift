public import ObjectGraph
public import Payload

extension EntityMapping {
    /// Maps a value of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - source: The way to the value; the empty path is the representation itself.
    ///   - destination: The attribute.
    ///   - transform: How the value is converted; by default as the attribute's type says.
    ///   - unknownCases: What happens to a word that an enumeration does not have; by default what
    ///     ``unknownCases`` says.
    public mutating func addAttributeMapping(
        from source: some PayloadPathConvertible, to destination: String,
        using transform: ValueTransform = .default, unknownCases: UnknownCasePolicy? = nil
    ) {
        var mapping = AttributeMapping(from: source, to: destination, using: transform)
        mapping.unknownCases = unknownCases
        attributeMappings.append(mapping)
    }

    /// Maps a value of the representation to an attribute of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The way to the value.
    ///   - destination: The attribute; it is kept as its name.
    ///   - transform: How the value is converted.
    ///   - unknownCases: What happens to a word that an enumeration does not have; by default what
    ///     ``unknownCases`` says.
    public mutating func addAttributeMapping<E: Entity, Value>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default, unknownCases: UnknownCasePolicy? = nil
    ) {
        addAttributeMapping(
            from: source, to: E()[keyPath: destination].name, using: transform,
            unknownCases: unknownCases)
    }

    /// Maps values of the representation to attributes, source path first.
    ///
    /// - Parameter pairs: Source paths and attributes, applied in this order.
    public mutating func addAttributeMappings(
        _ pairs: KeyValuePairs<some PayloadPathConvertible, String>
    ) {
        for (source, destination) in pairs { addAttributeMapping(from: source, to: destination) }
    }

    /// Maps values of the representation to attributes, from a table that was made elsewhere.
    ///
    /// - Parameter table: Source paths as texts and attributes, applied in the order of the paths. The
    ///   plan reports a path that cannot be read.
    public mutating func addAttributeMappings(fromDictionary table: [String: String]) {
        for (source, destination) in table.sorted(by: { $0.key < $1.key }) {
            addAttributeMapping(from: source, to: destination)
        }
    }

    /// Maps values of the representation to the attributes that ``keyNaming`` finds for them.
    ///
    /// - Parameter sources: Paths, applied in this order. By default attributes are called like the
    ///   keys.
    public mutating func addAttributeMappings(_ sources: [some PayloadPathConvertible]) {
        for source in sources { addAttributeMapping(from: source, to: destination(for: source)) }
    }

    /// Maps the key of the representation to an attribute.
    ///
    /// The representation is an object with one member, as ``forcesCollectionMapping`` makes them. Its
    /// key may be a step in other paths: in the braces stands the attribute that the key goes to.
    ///
    /// ```swift
    /// users.forcesCollectionMapping = true                   // {"blake": {"id": 7}, "rachit": {"id": 8}}
    /// users.addAttributeMapping(fromKeyOfRepresentationTo: "name")
    /// users.addAttributeMapping(from: "{name}.id", to: "userID")
    /// ```
    ///
    /// - Parameters:
    ///   - destination: The attribute.
    ///   - transform: How the key is converted.
    public mutating func addAttributeMapping(
        fromKeyOfRepresentationTo destination: String, using transform: ValueTransform = .default
    ) {
        addAttributeMapping(
            from: PayloadPath([.context(.key)]), to: destination, using: transform)
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: What happens to objects that the relationship led to before.
    public mutating func addRelationshipMapping(
        from source: some PayloadPathConvertible, to destination: String, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        relationshipMappings.append(
            RelationshipMapping(
                from: source, to: destination, using: mapping, assignmentPolicy: policy))
    }

    /// Maps nested representations to the relationship that ``keyNaming`` finds for their path.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - mapping: The name of the mapping for them.
    ///   - policy: What happens to objects that the relationship led to before.
    public mutating func addRelationshipMapping(
        from source: some PayloadPathConvertible, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        addRelationshipMapping(
            from: source, to: destination(for: source), using: mapping, assignmentPolicy: policy)
    }

    /// Adds an attribute mapping that was made before.
    ///
    /// - Parameter mapping: The mapping.
    public mutating func addAttributeMapping(_ mapping: AttributeMapping) {
        attributeMappings.append(mapping)
    }

    /// Adds a relationship mapping that was made before.
    ///
    /// - Parameter mapping: The mapping.
    public mutating func addRelationshipMapping(_ mapping: RelationshipMapping) {
        relationshipMappings.append(mapping)
    }

    /// The property for a path, each of its keys by itself.
    private func destination(for source: some PayloadPathConvertible) -> String {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return PayloadPath(declared: source).components.map {
            keyNaming.destination(for: $0.name, among: names)
        }
        .joined(separator: ".")
    }
}
