/// Reporting the changes that a save would make.
extension ManagedObjectContext {
    /// Returns the changes that the next ``save()`` would make, by object, with old and new values.
    ///
    /// Restored values are not changes, and neither is an object that was inserted and deleted
    /// again. Objects are named by the attributes that the model declares as their
    /// `identificationAttributes` or as unique, or that an operation in this context used to look
    /// them up.
    ///
    /// - Returns: A value that can leave the unit of work; empty without changes.
    /// - Throws: ``StoreError`` if the store cannot be read.
    /// - Complexity: O(*n*) in the number of changed objects and the objects they reference; one or
    ///   two requests for each entity and relationship.
    public func changes() throws(StoreError) -> ChangeReport {
        if let readFailure { throw readFailure }
        return try changes(since: GraphState(model: model), identities: [])
    }

    /// Returns the changes since an earlier state of this context.
    ///
    /// - Parameters:
    ///   - before: The earlier state; an empty state represents the content of the store.
    ///   - identities: The attributes that identify objects; they take precedence over the model's.
    /// - Returns: The differences of the current state.
    /// - Throws: ``StoreError`` if the store cannot be read.
    package func changes(
        since before: GraphState, identities: [IndexDescription]
    ) throws(StoreError) -> ChangeReport {
        var collector = ChangeCollector(self, since: before)
        try collector.run()
        return try ChangeReportBuilder(self, collector, identities).report()
    }

    /// Runs the checks that a save runs before it writes.
    ///
    /// - Throws: ``ValidationError`` with every invalid object, or ``StoreError``.
    package func requireValid() throws {
        if let readFailure { throw readFailure }
        let problems = try validationProblems()
        guard problems.isEmpty else { throw ValidationError(problems: problems) }
    }

    /// Runs a closure with another state instead of the current one, on the same view of the store.
    func looking<Result>(
        at other: GraphState, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let now = state
        state = other
        defer { state = now }
        return try work()
    }
}
