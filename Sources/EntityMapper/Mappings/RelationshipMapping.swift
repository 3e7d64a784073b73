public import MercatorPayload

/// The mapping of nested representations to the objects of a relationship.
public struct RelationshipMapping: Sendable, Hashable {
    /// The path to the nested representations.
    public var source: PayloadPath
    /// The name of the relationship.
    public var destination: String
    /// The name of the mapping for the nested representations.
    public var mapping: String
    /// The treatment of the objects that the relationship references before the assignment.
    public var assignmentPolicy: AssignmentPolicy
    /// The form of the objects in the output of a ``RepresentationWriter``.
    public var representation: RelationshipRepresentation
    /// The changes that nested records may make; `nil` to inherit them from the nested mapping.
    public var allowedOperations: AllowedOperations?
    /// Indicates whether a ``RepresentationWriter`` omits the relationship unless it is requested.
    public var isOptional = false
    /// The root entity of the key path that specified the relationship.
    package var schemaRoot = SchemaRoot()

    /// Creates a mapping; the `add` methods of ``EntityMapping`` are shorter.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The name of the relationship.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    ///   - representation: The form of the objects in the output of a ``RepresentationWriter``.
    ///   - allowedOperations: The changes that nested records may make; by default determined by
    ///     the nested mapping.
    public init(
        from source: some PayloadPathConvertible, to destination: String, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set,
        representation: RelationshipRepresentation = .automatic,
        allowedOperations: AllowedOperations? = nil
    ) {
        self.source = PayloadPath(declared: source)
        self.destination = destination
        self.mapping = mapping
        assignmentPolicy = policy
        self.representation = representation
        self.allowedOperations = allowedOperations
    }
}

extension RelationshipMapping {
    /// The settings with a written form, in the order of mapping files.
    package static let declaredSettings: [DeclaredSetting<RelationshipMapping>] = [
        .init(
            "assignmentPolicy", .choice(.init(\.assignmentPolicy)),
            argument: .every("assignmentPolicy")),
        .init("representation", .choice(.init(\.representation))),
        .init(
            "allowedOperations", .inheritedOperations(\.allowedOperations),
            argument: .part("allowedOperations")),
        .init("isOptional", .flag(\.isOptional), key: "onRequest"),
    ]

    /// A mapping whose settings have their defaults.
    package static let withDefaults = RelationshipMapping(
        from: PayloadPath.root, to: "", using: "")
}
