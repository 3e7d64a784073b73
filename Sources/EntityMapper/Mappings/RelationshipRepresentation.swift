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
