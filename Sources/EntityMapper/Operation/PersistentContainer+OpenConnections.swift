public import ConnectionEvaluation
public import ObjectGraph

extension PersistentContainer {
    /// Returns the foreign keys of the whole store that have no destination yet.
    ///
    /// ```swift
    /// for open in try container.openConnections() { print(open) }
    /// // Order.customer: 1 foreign key waits for 1 object that is not here yet
    /// ```
    ///
    /// ``MappingResult/unresolved`` contains only the connections of the objects of one payload.
    ///
    /// A registered connection that no longer matches the model, since a migration has changed the
    /// type at one end of its keys, is not evaluated; it is listed with its
    /// ``UnresolvedConnection/problem``.
    ///
    /// - Returns: An element for each connection with unresolved foreign keys or with a problem.
    /// - Throws: ``MappingError`` or `StoreError` if the store cannot be read.
    /// - Complexity: A few requests for each connection; O(*n*) in the objects with foreign keys.
    public func openConnections() throws -> [UnresolvedConnection] {
        try perform { try $0.openConnections(of: $0.connections(with: nil)) }
    }
}
