public import ObjectGraph
package import ObjectGraphSQL

extension SQLiteStore {
    /// Returns the model that the file was created for, or last migrated to.
    ///
    /// This model allows a program to read any store without prior knowledge of its content. The
    /// file is only read, and must exist.
    ///
    /// ```swift
    /// let store = SQLiteStore("articles.sqlite", options: .init(isReadOnly: true))
    /// let container = try PersistentContainer(model: store.storedModel(), store: store)
    /// ```
    ///
    /// A file that was last written by an earlier version of Mercator contains less: entities,
    /// attributes and their types, but neither default values, rules, nor most inverse
    /// relationships. The model is then sufficient to read all objects.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen` if there is no such file, or
    ///   `corrupt` if it is not a store.
    public func storedModel() throws(StoreError) -> ManagedObjectModel {
        try storedDescription().model
    }

    /// Returns the model of the file with its other metadata.
    package func storedDescription() throws(StoreError) -> StoredDescription {
        let file = StoreFile(path)
        let hooks = StatementHooks(trace: options.trace, profile: options.profile)
        try file.requireStore("", hooks)
        let connection = try SQLiteConnection(
            path: path, access: file.readAccess, busyTimeout: options.busyTimeout, hooks: hooks)
        connection.keepLogOnClose(true)
        // All in one state of the file.
        try connection.execute("BEGIN")
        defer { try? connection.execute("COMMIT") }
        return try StoredDescription.read(connection, path)
    }
}
