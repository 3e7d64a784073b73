import Mercator

/// The place of a store as a word of the command line: the path of an SQLite file, or the URL of a
/// PostgreSQL database.
///
/// Its description is for messages, and contains no password.
protocol StorePlace: Sendable, CustomStringConvertible {
    /// The last line of a command that writes: `SQLite file: page.sqlite`.
    var resultLine: String { get }
    /// The title of a page about the store.
    var title: String { get }

    /// Checks that a store can be there.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requireStorable() throws

    /// Checks that something is there.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requirePresent() throws

    /// Indicates whether there is no store yet; something else at the place is an error later.
    func isVacant() throws -> Bool

    /// Returns the store for reading.
    func readOnly() -> any PersistentStore

    /// Returns the store for writing, which keeps texts from then on.
    func writable(keeping annotations: [String: String]) -> any PersistentStore

    /// Returns the description of its content that the store contains.
    func storedDescription() throws -> StoredDescription

    /// Returns the texts that the store keeps.
    func annotations() throws -> [String: String]

    /// Runs one statement of SQL that reads.
    func read(_ sql: String) throws(StoreError) -> StatementRows

    /// Returns the names of the tables and views.
    func tableNames() throws -> [String]

    /// Returns the statements that create the tables and views.
    func creationStatements() throws -> [String]

    /// Returns the path of a file with the content of the store, from which a copy is made.
    ///
    /// - Parameter temporary: A path at which the file may be written.
    /// - Returns: The path: that of the store itself, or the temporary one.
    /// - Throws: `StoreError` if the store cannot be copied.
    func content(at temporary: String) throws -> String

    /// Removes a store that was made for a command and has no objects; its container is closed.
    func remove() throws
}

extension StorePlace {
    /// Checks that there is a store.
    ///
    /// - Throws: ``CommandError``, or `StoreError` if the place cannot be read.
    func requireStore() throws {
        try requireStorable()
        guard try isVacant() else { return }
        throw CommandError("there is no store at \(self); 'mercator import' makes one")
    }
}

/// The choice of a place by the word.
enum StorePlaces {
    /// The beginnings of a URL of a database.
    private static let schemes = ["postgresql://", "postgres://"]

    /// The operand of commands that only read a store.
    static let operand = CommandSyntax.Operand(
        name: "STORE", help: "The store, an SQLite file or postgresql://…; it is only read.")

    /// Tests whether a word is the URL of a database.
    static func isDatabase(_ word: String) -> Bool {
        schemes.contains { word.lowercased().hasPrefix($0) }
    }

    /// Returns the place that a word means.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    static func place(_ word: String) throws -> any StorePlace {
        guard isDatabase(word) else {
            guard !word.contains("dbname="), !word.contains("password=") else {
                throw CommandError(
                    "expected a file, or a database in the form postgresql://role@host/database",
                    status: .usage)
            }
            return SQLitePlace(word)
        }
        #if canImport(ObjectGraphPostgres)
            return try PostgresPlace(word)
        #else
            throw CommandError(
                "this mercator was built without PostgreSQL; install libpq-dev (Homebrew: libpq) "
                    + "and build it again")
        #endif
    }
}

extension Arguments {
    /// Returns the place that the operand `STORE` means.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storePlace() throws -> any StorePlace {
        try StorePlaces.place(operand(StorePlaces.operand.name))
    }

    /// Returns the place that an option means; `nil` if it is absent.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storePlace(of option: String) throws -> (any StorePlace)? {
        try value(of: option).map(StorePlaces.place)
    }

    /// Returns the place that the required option `--into` means.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func target() throws -> any StorePlace { try StorePlaces.place(value(of: "--into") ?? "") }
}
