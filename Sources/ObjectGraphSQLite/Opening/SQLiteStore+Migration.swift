extension SQLiteStore {
    /// The changes that are allowed to a file that was created for another model.
    ///
    /// All changes are made in one transaction; if it fails, the file is unchanged.
    public enum Migration: Sendable {
        /// Changes that lose nothing: additions, renamings, wider types, relationships with a
        /// different storage, and properties that move within a tree.
        case additive
        /// The same changes, and the removal of everything that is not in the model.
        case inferred
        /// Steps from one version of the model to the next, oldest first.
        ///
        /// The store determines the version of the file, and runs the steps from there.
        case stepwise([MigrationStep])
    }
}
