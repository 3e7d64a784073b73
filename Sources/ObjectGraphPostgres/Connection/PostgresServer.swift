package import ObjectGraph

/// The properties of a server that decide whether it can have a store.
package struct PostgresServer: Sendable, Hashable {
    /// The least supported version.
    package static let minimumVersion = 14

    /// The version in libpq's format: 150 018 for 15.18.
    package let version: Int
    /// The encoding of the database.
    package let encoding: String
    /// Indicates an engine with its own version numbers.
    package let isCockroach: Bool

    package init(version: Int, encoding: String, isCockroach: Bool = false) {
        self.version = version
        self.encoding = encoding
        self.isCockroach = isCockroach
    }

    /// Returns the error for a database that cannot have a store; `nil` if it can.
    package func problem(at endpoint: String) -> StoreError? {
        if version < PostgresServer.minimumVersion * 10_000, !isCockroach {
            return StoreError(
                .unsupported,
                "PostgreSQL \(PostgresServer.minimumVersion) or later is needed, \(endpoint) has "
                    + "\(PostgresLibrary.text(version)); use a newer server")
        }
        guard encoding == "UTF8" else {
            return StoreError(
                .cannotOpen,
                "the encoding of \(endpoint) is \(encoding), which cannot keep every text; "
                    + "create a database with ENCODING 'UTF8'")
        }
        return nil
    }
}
