import ObjectGraph
import ObjectGraphSQL

extension StoreWriter {
    /// Changes a set of rows in one transaction; `nil`, without any change, if a context must do
    /// it.
    ///
    /// A context must do the work if the file is read-only, because there may be nothing to write,
    /// and if it would fail, which a context can report in detail.
    func change(_ change: SetChange) throws(StoreError) -> Int? {
        let deletes = if case .deletion = change.work { true } else { false }
        do throws(StoreError) {
            let count = try transaction { () throws(StoreError) in
                // Before SQLite deletes a row, it searches for rows that reference it.
                if deletes { try makeAllPostponed() }
                return try SetChangeWriter(connection, schema).run(change)
            }
            if deletes { rememberNonePostponed() }
            if let count, count > 0 { noteCommit() }
            return count
        } catch  where SetChangeWriter.isLeftToContext(error) {
            return nil
        }
    }
}
