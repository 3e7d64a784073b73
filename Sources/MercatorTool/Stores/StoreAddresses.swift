/// Chooses the kind of address by a command-line argument.
enum StoreAddresses {
    /// The prefixes of database URLs.
    private static let schemes = ["postgresql://", "postgres://"]

    /// The operand of commands that only read a store.
    static let operand = CommandSyntax.Operand(
        name: "STORE", help: "The store, an SQLite file or postgresql://…; it is only read.")

    /// Tests whether an argument is the URL of a database.
    static func isDatabase(_ word: String) -> Bool {
        schemes.contains { word.lowercased().hasPrefix($0) }
    }

    /// Returns the address in an argument.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    static func address(_ word: String) throws -> any StoreAddress {
        guard isDatabase(word) else {
            guard !word.contains("dbname="), !word.contains("password=") else {
                throw CommandError(
                    "expected a file, or a database in the form postgresql://role@host/database",
                    status: .usage)
            }
            return SQLiteAddress(word)
        }
        #if canImport(ObjectGraphPostgres)
            return try PostgresAddress(word)
        #else
            throw CommandError(
                "this mercator was built without PostgreSQL; install libpq-dev (Homebrew: libpq) "
                    + "and build it again")
        #endif
    }
}
