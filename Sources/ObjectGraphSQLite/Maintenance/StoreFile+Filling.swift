import ObjectGraph
import ObjectGraphSQL

extension StoreFile {
    /// Creates the file.
    ///
    /// A closure fills it in one transaction unless it has content, and returns whether it did so.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen` if the file exists and is not empty.
    func fill(
        busyTimeout: Duration, _ hooks: StatementHooks,
        _ fill: (SQLiteConnection) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let isNew = isMissing
        let isThere = StoreError(
            .cannotOpen, "'\(path)' is there already; name a file that is not, or remove it")
        // An incomplete copy by a process that has died is rolled back when the file is opened.
        guard isMissingOrEmpty || hasJournal else { throw isThere }
        do throws(StoreError) {
            let connection = try SQLiteConnection(
                path: path, access: .create, busyTimeout: busyTimeout, hooks: hooks)
            guard try fill(connection) else { throw isThere }
        } catch {
            if isNew, isMissingOrEmpty { remove() }
            throw error
        }
    }
}

extension SQLiteConnection {
    /// Makes an empty file a store, with the tables of the store itself.
    func createTables() throws(StoreError) {
        try execute("PRAGMA application_id = \(StoreFile.applicationID)")
        try execute("PRAGMA user_version = \(StoreFile.formatVersion)")
        for statement in SchemaStatements.bookkeeping(dialect) { try execute(statement) }
    }
}
