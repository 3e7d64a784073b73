/// The treatment of a representation whose identification belongs to a different entity's object.
///
/// Both entities inherit the identification from the same ancestor.
///
/// An object of a sub-entity does not conflict, since it is an object of the mapping's entity too.
/// The entity of an object never changes.
public enum ConflictingSubentityPolicy: String, Sendable, Hashable, CaseIterable {
    /// Skips the representation and records an issue that names the object.
    case skip
    /// Keeps the existing object unchanged and skips the representation.
    ///
    /// With ``EntityMapping/followsSubentities``, the object is mapped by the mapping of its actual
    /// entity instead.
    case keep
    /// Deletes the existing object according to its delete rules and inserts a new object.
    ///
    /// If two representations in the same payload conflict, the second is skipped instead.
    case replace
    /// Inserts a second object: identifications are unique within each entity only.
    case insert
}
