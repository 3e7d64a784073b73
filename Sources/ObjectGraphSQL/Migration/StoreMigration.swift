/// The changes that are allowed to a store created for a different model.
///
/// All changes are made in one transaction; if it fails, the store is unchanged.
public enum StoreMigration: Sendable {
    /// Changes that lose nothing: additions, renamings, wider types, relationships with a
    /// different storage, and properties that move within a tree.
    case additive
    /// The same changes, and the removal of everything that is not in the model.
    case inferred
    /// Steps from one version of the model to the next, oldest first.
    ///
    /// The store determines the version of its content, and runs the steps from there.
    case stepwise([MigrationStep])
}
