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
