import Mercator

/// The address of a store: the path of an SQLite file, or the URL of a PostgreSQL database.
///
/// The description is for messages, and contains no password.
protocol StoreAddress: Sendable, CustomStringConvertible {
    /// The last line of a command that writes: `SQLite file: page.sqlite`.
    var resultLine: String { get }
    /// The title of a page about the store.
    var title: String { get }

    /// Checks that the address is usable for a store.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requireStorable() throws

    /// Checks that something is at the address.
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

extension StoreAddress {
    /// Checks that there is a store.
    ///
    /// - Throws: ``CommandError``, or `StoreError` if the address cannot be read.
    func requireStore() throws {
        try requireStorable()
        guard try isVacant() else { return }
        throw CommandError("there is no store at \(self); 'mercator import' makes one")
    }
}

extension Arguments {
    /// Returns the address in the operand `STORE`.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storeAddress() throws -> any StoreAddress {
        try StoreAddresses.address(operand(StoreAddresses.operand.name))
    }

    /// Returns the address in an option; `nil` if it is absent.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func storeAddress(of option: String) throws -> (any StoreAddress)? {
        try value(of: option).map(StoreAddresses.address)
    }

    /// Returns the address in the required option `--into`.
    ///
    /// - Throws: ``CommandError`` or `StoreError` for a URL that cannot be read.
    func target() throws -> any StoreAddress {
        try StoreAddresses.address(value(of: "--into") ?? "")
    }
}
