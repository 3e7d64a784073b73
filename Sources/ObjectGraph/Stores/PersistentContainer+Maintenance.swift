/// What is done to a store as a whole.
extension PersistentContainer {
    /// Removes every object, or brings back those of the store's seed.
    ///
    /// Everybody who uses the store goes on: identifiers from before find nothing, their numbers are
    /// never given again, also not to the objects of the seed. A unit of work that has read before
    /// fails with `conflict` or `brokenReference` when it saves changes to what it read. The
    /// connections that loads have registered stay known.
    ///
    /// ```swift
    /// try container.reset()
    /// ```
    ///
    /// - Throws: ``StoreError``; nothing has changed then. Of a ``PartitionedStore``, the stores are
    ///   reset one after the other, and those before the one that failed are empty.
    public func reset() throws(StoreError) {
        try backend.reset()
    }

    /// Writes what is saved now to a new file, which is a store like the one it comes from.
    ///
    /// Others may read and write meanwhile; the backup has the state of one moment. It is written in
    /// one transaction: a file that is not complete is an empty one.
    ///
    /// - Parameter path: The file; it must not exist, or be empty.
    /// - Throws: ``StoreError``: `cannotOpen` if the file is there or cannot be made,
    ///   `invalidRequest` if the store is not a file.
    public func backUp(to path: String) throws(StoreError) {
        try backend.backUp(to: path)
    }

    /// Looks for damage, and for what other writers may have done to the file.
    ///
    /// ```swift
    /// let report = try container.checkIntegrity()
    /// if !report.isClean { print(report) }
    /// ```
    ///
    /// - Parameter limit: How many problems are named.
    /// - Returns: What was found; it is about one state of the store.
    /// - Throws: ``StoreError`` if the file cannot be read, or `invalidRequest` if the store is not
    ///   a file.
    /// - Complexity: Reads the whole file.
    public func checkIntegrity(limit: Int = 1000) throws(StoreError) -> IntegrityReport {
        try backend.checkIntegrity(limit: limit)
    }

    /// Repairs references, links, places in orders and sequences; deletes no object.
    ///
    /// ``checkIntegrity(limit:)`` says before what would be done: ``IntegrityProblem/repair``.
    ///
    /// - Parameter limit: How many problems that stay are named.
    /// - Returns: What was done, and what is left.
    /// - Throws: ``StoreError``; nothing has changed then.
    public func repairLinks(limit: Int = 1000) throws(StoreError) -> RepairReport {
        try backend.repairLinks(limit: limit)
    }
}
