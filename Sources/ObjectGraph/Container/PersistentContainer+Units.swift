extension PersistentContainer {
    /// Reads objects in a unit of work, and discards its changes.
    ///
    /// ```swift
    /// let titles = try container.read { context in
    ///     try context.fetch(Article.self, sortedBy: [.ascending(\Article.title)]).map(\.title)
    /// }
    /// ```
    ///
    /// In all other respects it is the same as ``perform(_:)``.
    ///
    /// - Parameter work: Reads; returns values or identifiers.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`, or the ``StoreError`` of a read in it that could not throw.
    public func read<Result: Sendable>(
        _ work: sending (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        try perform(work)
    }

    /// Changes objects in a unit of work, and saves at its end.
    ///
    /// ```swift
    /// try container.write { context in
    ///     let note = context.insert(Note.self)
    ///     note.text = "Call Anna"
    /// }
    /// ```
    ///
    /// If the work or the save throws, nothing is saved. The work is not repeated after a conflict
    /// with another save; see ``perform(retryLimit:_:)``.
    ///
    /// - Parameter work: Reads and changes; returns values or identifiers.
    /// - Returns: The result of `work`. Identifiers of new objects remain valid after the save.
    /// - Throws: The error of `work`, ``ValidationError`` if an object is invalid, ``StoreError``
    ///   if the store fails or another save changed the same objects.
    public func write<Result: Sendable>(
        _ work: sending (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        try perform { context in
            let result = try work(context)
            try context.save()
            return result
        }
    }
}
