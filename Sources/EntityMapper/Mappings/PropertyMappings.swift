public import Payload

/// The mapping of a value in the representation to an attribute.
public struct AttributeMapping: Sendable, Hashable {
    /// The path to the value; the empty path is the representation itself.
    public var source: PayloadPath
    /// The name of the attribute.
    public var destination: String
    /// The conversion of the value.
    public var transform: ValueTransform
    /// Indicates whether a ``RepresentationWriter`` omits the attribute.
    ///
    /// Use this for attributes that only the server sets.
    public var isReadOnly: Bool
    /// Indicates whether a ``RepresentationWriter`` omits the attribute unless it is requested.
    public var isOptional = false
    /// Indicates whether nil is always written as `null`.
    ///
    /// A ``RepresentationWriter`` then writes it regardless of its profile.
    public var writesNull = false
    /// The policy for raw values that are no case of an enumeration.
    ///
    /// If it is `nil`, the policy of the entity's mapping applies.
    public var unknownCases: UnknownCasePolicy?
    /// The root entity of the key path that specified the attribute.
    package var schemaRoot = SchemaRoot()

    /// Creates a mapping; the `add` methods of ``EntityMapping`` are shorter.
    ///
    /// - Parameters:
    ///   - source: The path to the value.
    ///   - destination: The name of the attribute.
    ///   - transform: The conversion of the value.
    ///   - isReadOnly: Whether a ``RepresentationWriter`` omits the attribute.
    public init(
        from source: some PayloadPathConvertible, to destination: String,
        using transform: ValueTransform = .default, isReadOnly: Bool = false
    ) {
        self.source = PayloadPath(declared: source)
        self.destination = destination
        self.transform = transform
        self.isReadOnly = isReadOnly
    }
}

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

/// The treatment of the objects that a relationship references before a payload assigns others.
///
/// Objects are compared by identity: an object that remains in the relationship is updated, never
/// recreated. Objects without identification cannot be compared. For nested records without
/// identification, `set` updates the previous objects in order, `replace` deletes them, and `union`
/// keeps them unchanged.
public enum AssignmentPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Removes them from the relationship and keeps them in the store.
    case set
    /// Deletes them.
    case replace
    /// Keeps them in the relationship and appends the new objects; for to-many relationships only.
    case union
}

/// The form of the objects of a relationship in the output of a ``RepresentationWriter``.
public enum RelationshipRepresentation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Writes representations, but omits a relationship back to the object being written.
    ///
    /// This is the inverse of the relationship through which an object was reached.
    case automatic
    /// Writes representations, including a relationship back to the object being written.
    case embed
    /// Writes the identifiers.
    ///
    /// They are written as a single value, or as an object if there are several identification
    /// attributes.
    case identifiers
    /// Omits the relationship.
    case omit
}
