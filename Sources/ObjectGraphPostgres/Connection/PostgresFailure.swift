package import ObjectGraph

/// The details of a statement's failure, for stores that explain it in the words of the model.
///
/// ``PostgresConnection/failure`` has the details of the last error that a connection threw.
package struct PostgresFailure: Sendable, Hashable {
    /// The five characters of the kind of failure, such as `23505`; `nil` if the connection or the
    /// library failed, not the server.
    package let sqlState: String?
    /// The name of the violated constraint or index.
    package let constraint: String?
    /// The name of the table, if the server sent it.
    package let table: String?
    /// The index of the statement in a pipeline; 0 otherwise.
    package let position: Int
    /// The statement; `nil` if none failed.
    package let sql: String?
    /// The error that was thrown.
    package let error: StoreError
}
