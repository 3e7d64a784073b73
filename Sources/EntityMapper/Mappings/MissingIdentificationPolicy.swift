/// The treatment of a representation that lacks the values that identify its object.
public enum MissingIdentificationPolicy: String, Sendable, Hashable, CaseIterable {
    /// Inserts a new object; it is never matched with stored objects that lack identification.
    case insert
    /// Skips the representation and records an issue.
    case skip
    /// Makes the operation fail.
    case fail
}
