public import ObjectGraphSQL

extension SQLiteStore {
    /// The changes that are allowed to a file that was created for another model.
    public typealias Migration = StoreMigration
}
