/// Operations on a store as a whole.
extension PersistentContainer {
    /// Removes all objects, or restores the objects of the store's seed.
    ///
    /// Other users of the store are not interrupted: earlier identifiers find no object, and their
    /// numbers are never assigned again, not even to the objects of the seed. A unit of work that
    /// has read before fails with `conflict` or `brokenReference` when it saves changes to what it
    /// read. The connections that loads have registered remain.
    ///
    /// ```swift
    /// try container.reset()
    /// ```
    ///
    /// - Throws: ``StoreError``; nothing has changed then. The stores of a ``PartitionedStore`` are
    ///   reset one after the other, so the stores before the failed one are empty.
    public func reset() throws(StoreError) {
        try backend.commits.gate.admit { () throws(StoreError) in try backend.reset() }
    }

    /// Writes the current content to a new SQLite store, regardless of the kind of this store.
    ///
    /// Other readers and writers continue during the backup, which contains the state at one
    /// moment. It is written in one transaction, so an incomplete file is an empty database.
    ///
    /// - Parameter path: The file; it must not exist, or must be empty.
    /// - Throws: ``StoreError``: `cannotOpen` if the file exists or cannot be created,
    ///   `invalidRequest` if the store is in memory.
    public func backUp(to path: String) throws(StoreError) {
        try backend.backUp(to: path)
    }

    /// Checks the store for damage, and for invalid data written by other programs.
    ///
    /// ```swift
    /// let report = try container.checkIntegrity()
    /// if !report.isClean { print(report) }
    /// ```
    ///
    /// - Parameter limit: The greatest number of problems in the report.
    /// - Returns: The problems in one state of the store.
    /// - Throws: ``StoreError`` if the store cannot be read, or `invalidRequest` if it is in
    ///   memory.
    /// - Complexity: Reads the whole store.
    public func checkIntegrity(limit: Int = 1000) throws(StoreError) -> IntegrityReport {
        try backend.checkIntegrity(limit: limit)
    }

    /// Repairs references, links, positions and sequences, without deleting any object.
    ///
    /// ``checkIntegrity(limit:)`` reports the repairs in advance: ``IntegrityProblem/repair``.
    ///
    /// - Parameter limit: The greatest number of remaining problems in the report.
    /// - Returns: The repairs, and the remaining problems.
    /// - Throws: ``StoreError``; nothing has changed then.
    public func repairLinks(limit: Int = 1000) throws(StoreError) -> RepairReport {
        try backend.commits.gate.admit { () throws(StoreError) in
            try backend.repairLinks(limit: limit)
        }
    }
}
