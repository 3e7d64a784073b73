public import ObjectGraph
package import ObjectGraphSQL

/// The model and the texts that a database contains about its store.
extension PostgresStore {
    /// Returns the model that the store was created for, or last extended to.
    ///
    /// With it, a program can read any store without knowing its content. The database is only
    /// read, and must have the tables of a store.
    ///
    /// ```swift
    /// let store = PostgresStore(connection, options: .init(isReadOnly: true))
    /// let container = try PersistentContainer(model: store.storedModel(), store: store)
    /// ```
    ///
    /// - Returns: The model.
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen` if there is no such database, or
    ///   no store in the schema; `unreachable`; `denied`.
    public func storedModel() throws(StoreError) -> ManagedObjectModel {
        try storedDescription().model
    }

    /// Returns the texts kept with the store, by name, without its model.
    ///
    /// ```swift
    /// if let mapping = try PostgresStore(connection).annotations()["mapping"] { print(mapping) }
    /// ```
    ///
    /// - Returns: The texts that ``Options/annotations`` has written.
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen` if there is no such database, or
    ///   no store in the schema; `unreachable`; `denied`.
    public func annotations() throws(StoreError) -> [String: String] {
        try reading { (connection, _) throws(StoreError) in
            try StoreAnnotations(connection).texts()
        }
    }

    /// Returns the model of the store, with its records.
    package func storedDescription() throws(StoreError) -> StoredDescription {
        try reading { (connection, endpoint) throws(StoreError) in
            try StoredDescription.read(connection, endpoint)
        }
    }

    /// Indicates whether the schema has the tables of a store.
    package var hasStore: Bool {
        get throws(StoreError) { try source().connect().hasStore() }
    }

    /// The schema, database, hosts and role, for messages.
    package var endpoint: String {
        get throws(StoreError) { try source().endpoint }
    }

    /// Runs one statement of SQL that reads, in a transaction that cannot write.
    ///
    /// - Throws: `StoreError` with code `readOnly` for a statement that would write, and with
    ///   `invalidRequest` for a text that is not one valid statement that returns rows.
    package func read(_ sql: String) throws(StoreError) -> StatementRows {
        guard !sql.utf8.contains(0) else {
            throw StoreError(.invalidRequest, "a statement contains no NUL character")
        }
        return try reading { (connection, _) throws(StoreError) in
            let result = try connection.rows(of: sql)
            let names = result.columnNames
            return StatementRows(
                names: names,
                rows: result.map { row in
                    names.indices.map { row.valueOfText(Int32($0)) }
                })
        }
    }

    /// Reads one state of the store on a separate connection.
    private func reading<Result>(
        _ read: (PostgresConnection, String) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let source = try source()
        let connection = try source.connect()
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        guard try connection.hasStore() else {
            throw StoreError(.cannotOpen, "\(source.endpoint) has no store")
        }
        return try read(connection, source.endpoint)
    }
}

extension PostgresConnection {
    /// Tests whether the schema has the tables of a store.
    func hasStore() throws(StoreError) -> Bool {
        try number(
            "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = $1 AND c.relname = 'mercator_writers'",
            [.string(settings.schema)]) > 0
    }
}
