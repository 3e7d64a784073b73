import ObjectGraph
import ObjectGraphSQL

extension PostgresConnection {
    /// Executes work in one transaction, which sees what others commit in the meantime.
    func transaction<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        do throws(StoreError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            if !isLost, isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
