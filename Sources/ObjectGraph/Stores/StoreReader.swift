/// Reads one consistent state of a store, for one unit of work.
package protocol StoreReader: AnyObject {
    /// Releases the reader's resources in the store; the reader is not used afterwards.
    func close()

    /// Returns the matching rows, in order.
    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow]

    /// Returns the matching rows in order, possibly without slots other than the given ones.
    ///
    /// Such slots are missing in all rows or in none.
    func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow]

    /// Returns the number of matching rows, with the limit and the offset applied.
    func count(matching request: RowRequest) throws(StoreError) -> Int

    /// Returns a cursor over the rows of a selection, which the caller closes.
    ///
    /// `isWhole` states that the caller keeps all rows, so that they can be read at once.
    ///
    /// - Throws: ``StoreError`` with code `overflow`, from here or from the cursor, for a sum
    ///   beyond the range of its type, or of what the store can add.
    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor

    /// Returns the relevance of the objects that a search finds, greatest first, with the limit and
    /// the offset applied; `nil` if the store cannot rank them.
    func scores(of request: ScoreRequest) throws(StoreError) -> [SearchScore]?

    /// Returns the rows with these numbers, in any order; numbers without a row are skipped.
    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow]

    /// Returns the rows of an entity's family that have one of the keys in the slots, in any order.
    ///
    /// Each key has one value for each slot. `null` equals `null`.
    func rows(entity: Int, slots: [Int], keys: LookupKeys) throws(StoreError) -> [StoredRow]

    /// Returns the rows that reference one of the destinations by a stored to-one reference.
    func rows(referringThrough relationship: Int, to destinations: [Int64])
        throws(StoreError) -> [StoredRow]

    /// Returns the links of some sources, for a relationship stored as links.
    func links(of relationship: Int, from sources: [Int64]) throws(StoreError) -> [StoredLink]

    /// Returns the links that arrive at some destinations, for a relationship stored as links.
    func links(of relationship: Int, to destinations: [Int64]) throws(StoreError) -> [StoredLink]

    /// Returns the connections registered by loads, in order of registration.
    func connections() throws(StoreError) -> [ConnectionDescription]

    /// Returns the registered connections, with the outstanding checks of commits.
    func registeredConnections() throws(StoreError) -> RegisteredConnections

    /// The version of the store that is read; `nil` if it is not available.
    var version: StoreVersion? { get }

    /// Returns the text of a metadata entry; `nil` if it is absent.
    func metadata(_ key: MetadataKey) throws(StoreError) -> String?

    /// Returns the metadata with a name prefix, in the order of the UTF-8 of their names.
    ///
    /// The prefix ends with a colon; the texts are empty unless they are requested.
    func metadata(
        behind prefix: String, withTexts: Bool
    ) throws(StoreError) -> [MetadataEntry]

    /// Returns the last of the metadata with a name prefix; `nil` if there is none.
    func lastMetadata(behind prefix: String) throws(StoreError) -> MetadataEntry?
}

extension StoreReader {
    package func lastMetadata(behind prefix: String) throws(StoreError) -> MetadataEntry? {
        try metadata(behind: prefix, withTexts: true).last
    }

    /// Does nothing, because deallocation of the reader releases its resources.
    package func close() {}

    package func scores(of request: ScoreRequest) throws(StoreError) -> [SearchScore]? { nil }

    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        RegisteredConnections(descriptions: try connections())
    }

    package var version: StoreVersion? { nil }

    /// Returns complete rows, because they are in memory already and omitting slots saves nothing.
    package func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        try rows(matching: request)
    }
}
