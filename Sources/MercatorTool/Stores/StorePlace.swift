import Mercator

/// The location of a store: the path of an SQLite file, or the URL of a PostgreSQL database.
///
/// The description is for messages, and contains no password.
protocol StorePlace: Sendable, CustomStringConvertible {
    /// The last line of a command that writes: `SQLite file: page.sqlite`.
    var resultLine: String { get }
    /// The title of a page about the store.
    var title: String { get }

    /// Checks that the location is usable for a store.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requireStorable() throws

    /// Checks that the location exists.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requirePresent() throws

    /// Indicates whether there is no store yet; unrelated content is an error later.
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

    /// Returns the path of a file with the content of the store, to be copied.
    ///
    /// - Parameter temporary: A path for the file, if it must be written.
    /// - Returns: The path of the store itself, or the temporary one.
    /// - Throws: `StoreError` if the store cannot be copied.
    func content(at temporary: String) throws -> String

    /// Removes a store that was made for a command and has no objects; its container is closed.
    func remove() throws
}

extension StorePlace {
    /// Checks that there is a store.
    ///
    /// - Throws: ``CommandError``, or `StoreError` if the location cannot be read.
    func requireStore() throws {
        try requireStorable()
        guard try isVacant() else { return }
        throw CommandError("there is no store at \(self); 'mercator import' makes one")
    }
}

extension Arguments {
    /// Returns the location in the operand `STORE`.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storePlace() throws -> any StorePlace {
        try StorePlaces.place(operand(StorePlaces.operand.name))
    }

    /// Returns the location in an option; `nil` if it is absent.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storePlace(of option: String) throws -> (any StorePlace)? {
        try value(of: option).map(StorePlaces.place)
    }

    /// Returns the location in the required option `--into`.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func target() throws -> any StorePlace { try StorePlaces.place(value(of: "--into") ?? "") }
}
