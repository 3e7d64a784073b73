import ObjectGraph
import ObjectGraphSQL

extension PostgresWriter {
    /// Changes a set of rows in one transaction; returns `nil`, without any change, if a context
    /// must do the work.
    ///
    /// A context must do it if it would fail, which a context can report in detail. No other
    /// transaction writes in the meantime: the checks after the change see the whole tables.
    func change(_ change: SetChange, hasTurn: Bool) throws(StoreError) -> Int? {
        do throws(StoreError) {
            let steps = TransactionSteps(excludesWriters: true, hasTurn: hasTurn)
            let count = try transaction(steps) { (connection) throws(StoreError) in
                try SetChangeWriter(connection, schema).run(change)
            }
            if let count, count > 0 { commits.increase() }
            return count
        } catch  where SetChangeWriter.isLeftToContext(error) {
            return nil
        }
    }
}
