import ObjectGraphSQL

extension SQLiteStore {
    /// The handling of the views that other programs use to read a file.
    ///
    /// Each entity has a view, with the names of the model, the objects of a sub-entity alone, and
    /// a key and a label instead of a number for each referenced object.
    ///
    /// ```swift
    /// var options = SQLiteStore.Options()
    /// options.views = .create
    /// ```
    ///
    /// A view has the name of its entity, unless a table has it: then it is called `Article_view`.
    /// Views of your own, with other names, are never changed.
    public enum Views: Sendable, Hashable {
        /// Existing views of the store remain and follow the model.
        case keep
        /// Views are created when the file is opened for writing.
        case create
        /// Views of the store are removed when the file is opened for writing.
        case remove
    }
}
