package import ObjectGraph

/// The attempts of one commit, which differ in the indexes that they change.
package struct CommitAttempts {
    /// The changes of one attempt to the indexes.
    package struct Plan {
        /// The errors of earlier attempts, whose indexes are released before anything is written.
        package fileprivate(set) var clashes: [StoreError] = []
        /// Indicates whether missing indexes are created before the rows are written.
        package fileprivate(set) var createsIndexesFirst = false
    }

    private let changes: ChangeSet
    private let missing: [IndexDescription]

    package init(_ changes: ChangeSet, missing: [IndexDescription]) {
        self.changes = changes
        self.missing = missing
    }

    /// Calls a closure, which writes all changes in one transaction or none, until it succeeds.
    ///
    /// If a unique index of an earlier load rejects changes that do not need it, it is replaced by
    /// a non-unique one.
    package func run(
        _ attempt: (Plan) throws(StoreError) -> Void
    ) throws(StoreError) {
        var plan = Plan()
        while true {
            do throws(StoreError) {
                return try run(plan, attempt)
            } catch
                where error.code == .uniqueness && !changes.mappedEntities.isEmpty
                && !plan.clashes.contains(where: { $0.message == error.message })
            {
                plan.clashes.append(error)
            }
        }
    }

    /// Calls the closure once or twice.
    ///
    /// New indexes are created after the rows, which is faster. If a unique one then fails, either
    /// stored or new rows can be the cause; the second attempt creates the indexes first, which
    /// distinguishes the two.
    private func run(
        _ plan: Plan, _ attempt: (Plan) throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            try attempt(plan)
        } catch  where error.code == .uniqueness && missing.contains(where: \.isUnique) {
            var plan = plan
            plan.createsIndexesFirst = true
            try attempt(plan)
        }
    }
}
