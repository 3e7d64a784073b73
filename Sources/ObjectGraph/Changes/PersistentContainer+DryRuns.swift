/// Dry runs of changes of all objects that satisfy a condition.
extension PersistentContainer {
    /// Determines the changes of an update without making them.
    ///
    /// ```swift
    /// let dryRun = try container.dryRun(of: request)
    /// print(dryRun.result, dryRun.changes)
    /// ```
    ///
    /// - Parameter request: The condition and the new values.
    /// - Returns: The number of objects with a value that would change, and the changes.
    /// - Throws: The errors of ``update(_:)``, except for unique values.
    /// - Complexity: O(*n*) in the number of objects, which are read.
    public func dryRun(of request: UpdateRequest) throws -> DryRun<Int> {
        try perform { context in
            try context.dryRun(identities: [], checksObjects: true) {
                try $0.update(request)
            }
        }
    }

    /// Determines the changes of a deletion without making them.
    ///
    /// ```swift
    /// let dryRun = try container.dryRun(of: DeleteRequest("Article"))
    /// guard dryRun.changes.count(.deleted) < 100 else { throw TooMuch() }
    /// ```
    ///
    /// - Parameter request: The condition.
    /// - Returns: The number of objects that would be deleted, and the changes.
    /// - Throws: The errors of ``delete(_:)``.
    /// - Complexity: O(*n*) in the number of objects, which are read.
    public func dryRun(of request: DeleteRequest) throws -> DryRun<Int> {
        try perform { context in
            try context.dryRun(identities: [], checksObjects: true) {
                try $0.delete(request)
            }
        }
    }
}
