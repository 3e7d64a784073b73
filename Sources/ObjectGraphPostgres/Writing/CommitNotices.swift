import ObjectGraph
import ObjectGraphSQL

/// The notices by which commits announce themselves to other processes, so that polling needs no
/// question while there is nothing new.
///
/// Notices are hints: whether others have committed is in `mercator_writers`.
struct CommitNotices {
    private let channel: String
    /// The number of commits of others when it was last read; `nil` if it must be read.
    private var others: Int64?

    init(schema: String) {
        channel = PostgresDialect(engine: .postgreSQL).name("mercator " + schema)
    }

    /// Announces the transaction to other processes when it is committed.
    func announce(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute("SELECT pg_notify($1, '')", [.string(channel)])
    }

    /// Returns the number of commits of others, which is read if there may have been one since the
    /// last time: after a notice, and over a new connection.
    mutating func others(
        _ connection: PostgresConnection, _ record: WriterRecord
    ) throws(StoreError) -> Int64 {
        if connection.listens(to: channel) {
            if try connection.takeNotices() { others = nil }
        } else {
            others = nil
            try connection.listen(to: channel)
        }
        if let others { return others }
        let number = try record.others(connection)
        others = number
        return number
    }
}
