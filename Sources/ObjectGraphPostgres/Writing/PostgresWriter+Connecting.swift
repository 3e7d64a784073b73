import ObjectGraph
import ObjectGraphSQL

extension PostgresWriter {
    /// Makes connections in one transaction; returns `nil`, without any change, if a context must
    /// do the work.
    ///
    /// A context must do it if an object would become invalid or not unique, which it can report in
    /// detail. No other transaction writes in the meantime: the destinations of the sources are
    /// found with several statements, each of which sees concurrent commits.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet, hasTurn: Bool
    ) throws(StoreError) -> [ConnectionOutcome]? {
        let missing = try missing(among: changes.indexes)
        do throws(StoreError) {
            let steps = TransactionSteps(
                excludesWriters: true, hasTurn: hasTurn, missing: missing)
            let outcomes = try transaction(steps) {
                (connection) throws(StoreError) in
                try make(missing, allowsPlain: true, connection)
                try ConnectionRegistry(connection).apply(changes)
                try StoreMarks(connection).apply(changes, at: commits.number)
                return try ConnectionWriter.connect(requests, connection, schema)
            }
            indexes.remember(missing)
            commits.increase()
            return outcomes
        } catch  where [.incomplete, .uniqueness, .readOnly].contains(error.code) {
            return nil
        }
    }
}
