/// Saying what a save would change.
extension ManagedObjectContext {
    /// What the next ``save()`` would change: object by object, with old and new values.
    ///
    /// Values that were set back are no change, and neither is an object that was inserted and deleted
    /// again. Objects are named by the attributes that the model declares as their
    /// `identificationAttributes` or as unique, or that an operation in this context found them by.
    ///
    /// - Returns: A value that may leave the unit of work; it is empty if nothing would change.
    /// - Throws: ``StoreError`` if the store cannot be read.
    /// - Complexity: O(*n*) in the objects that change and the objects they lead to; a request or two
    ///   for each entity and relationship.
    public func changes() throws(StoreError) -> ChangeReport {
        if let readFailure { throw readFailure }
        return try changes(since: GraphState(model: model), identities: [])
    }

    /// What has changed since an earlier state of this context.
    ///
    /// - Parameters:
    ///   - before: The earlier state; an empty one stands for what is in the store.
    ///   - identities: Which attributes tell objects apart, before what the model says.
    /// - Returns: What is different now.
    /// - Throws: ``StoreError`` if the store cannot be read.
    package func changes(
        since before: GraphState, identities: [IndexDescription]
    ) throws(StoreError) -> ChangeReport {
        var collector = ChangeCollector(self, since: before)
        try collector.run()
        return try ChangeReportBuilder(self, collector, identities).report()
    }

    /// Checks what a save checks before it writes.
    ///
    /// - Throws: ``ValidationError`` with every object that is not valid, or ``StoreError``.
    package func requireValid() throws {
        if let readFailure { throw readFailure }
        let problems = try validationProblems()
        guard problems.isEmpty else { throw ValidationError(problems: problems) }
    }

    /// Reads another state with the same view of the store, and comes back.
    func looking<Result>(
        at other: GraphState, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let now = state
        state = other
        defer { state = now }
        return try work()
    }
}
