public import Payload

/// What goes from a representation to one attribute.
public struct AttributeMapping: Sendable, Hashable {
    /// The way to the value; the empty path is the representation itself.
    public var source: PayloadPath
    /// The attribute.
    public var destination: String
    /// How the value is converted.
    public var transform: ValueTransform
    /// Whether a ``RepresentationWriter`` leaves the attribute out, as one that only the server sets.
    public var isReadOnly: Bool
    /// Whether a ``RepresentationWriter`` leaves the attribute out unless it is asked for it.
    public var isOptional = false
    /// Whether a ``RepresentationWriter`` writes nil as `null`, whatever its profile.
    public var writesNull = false
    /// What happens to a word that an enumeration does not have; `nil` for what the mapping says.
    public var unknownCases: UnknownCasePolicy?

    /// Makes a mapping; ``EntityMapping`` has shorter ways.
    ///
    /// - Parameters:
    ///   - source: The way to the value.
    ///   - destination: The attribute.
    ///   - transform: How the value is converted.
    ///   - isReadOnly: Whether a ``RepresentationWriter`` leaves the attribute out.
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

/// What goes from a representation to the objects of one relationship.
public struct RelationshipMapping: Sendable, Hashable {
    /// The way to the nested representations.
    public var source: PayloadPath
    /// The relationship.
    public var destination: String
    /// The name of the mapping for the nested representations.
    public var mapping: String
    /// What happens to objects that the relationship led to before.
    public var assignmentPolicy: AssignmentPolicy
    /// What a ``RepresentationWriter`` writes for the objects.
    public var representation: RelationshipRepresentation
    /// The changes that nested records may make; `nil` for those that their own mapping allows.
    public var allowedOperations: AllowedOperations?
    /// Whether a ``RepresentationWriter`` leaves the relationship out unless it is asked for it.
    public var isOptional = false

    /// Makes a mapping; ``EntityMapping`` has shorter ways.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: What happens to objects that the relationship led to before.
    ///   - representation: What a ``RepresentationWriter`` writes for the objects.
    ///   - allowedOperations: The changes that nested records may make; those that their own mapping
    ///     allows if left out.
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

/// What happens to objects that a relationship led to before a payload named others.
///
/// The difference is taken by identity: an object that stays is updated, never made anew. Objects that
/// nothing identifies have no difference, so here the policies say what becomes of those that were there:
/// `set` takes them over in order, `replace` deletes them, `union` leaves them alone.
public enum AssignmentPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// They leave the relationship, and stay in the store.
    case set
    /// They are deleted.
    case replace
    /// They stay, the new ones come behind them; for to-many relationships only.
    case union
}

/// What a ``RepresentationWriter`` writes for the objects of a relationship.
public enum RelationshipRepresentation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Their representations; nothing where the relationship only leads back the way that the writer
    /// has come.
    case automatic
    /// Their representations, wherever the writer comes from.
    case embed
    /// What identifies them: one value, or an object where it takes several.
    case identifiers
    /// Nothing.
    case omit
}
