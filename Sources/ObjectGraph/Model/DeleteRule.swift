/// The effect of deleting an object on the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The objects remain, without their reference to the deleted object.
    case nullify
    /// The objects are deleted as well.
    case cascade
    /// The save is rejected while there are any objects.
    case deny
    /// No change is made; a reference to the deleted object that remains makes the save fail.
    case noAction
}
