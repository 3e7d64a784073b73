extension SQLiteStore {
    /// What may be done to a file that was made for another model.
    ///
    /// Whatever is done happens in one transaction: it is done as a whole, or the file stays as it
    /// was.
    public enum Migration: Sendable {
        /// What loses nothing: additions, earlier names, wider types, relationships that are kept
        /// elsewhere, properties that move within a tree.
        case additive
        /// The same, and what the model does not have is dropped.
        case inferred
        /// Steps from one version of the model to the next, oldest first.
        ///
        /// The store finds out which version the file has, and runs the steps from there.
        case stepwise([MigrationStep])
    }
}
