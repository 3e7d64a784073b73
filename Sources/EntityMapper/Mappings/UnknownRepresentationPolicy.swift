/// The treatment of a representation that no matcher of a ``DynamicMapping`` recognizes.
public enum UnknownRepresentationPolicy: String, Sendable, Hashable, CaseIterable {
    /// Skips the representation and records an issue.
    case skip
    /// Skips the representation silently.
    case ignore
    /// Makes the operation fail.
    case fail
}
