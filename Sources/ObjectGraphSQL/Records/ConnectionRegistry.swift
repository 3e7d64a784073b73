package import ObjectGraph

/// The connections that loads have registered, as rows of `mercator_connections`, in their order.
package struct ConnectionRegistry {
    private let session: any SQLSession

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Removes and adds the connections of a commit; the caller has opened a transaction.
    package func apply(_ changes: ChangeSet) throws(StoreError) {
        try remove(changes.removedConnections)
        for description in changes.connections { try add(description) }
    }

    /// Adds a connection unless it is registered already.
    package func add(_ description: ConnectionDescription) throws(StoreError) {
        try session.execute(
            "INSERT INTO mercator_connections (description) VALUES (\(session.parameter(1))) "
                + "ON CONFLICT DO NOTHING", [.string(try description.text())])
    }

    private func remove(_ targets: [ConnectionTarget]) throws(StoreError) {
        guard !targets.isEmpty else { return }
        let rows = try session.query("SELECT id, description FROM mercator_connections") {
            (row) throws(StoreError) in (id: row.integer(0), text: row.text(1))
        }
        for row in rows where targets.contains(try ConnectionDescription(text: row.text).target) {
            try session.execute(
                "DELETE FROM mercator_connections WHERE id = \(session.parameter(1))",
                [.integer(row.id)])
        }
    }
}
