import ObjectGraph
import ObjectGraphSQL

/// Notifications of commits, which save polling queries while there are no changes.
///
/// They are hints; `mercator_writers` contains the truth.
struct CommitNotices {
    private let channel: String
    /// The last number of concurrent commits; `nil` if it must be read.
    private var others: Int64?

    init(schema: String) {
        channel = PostgresDialect(engine: .postgreSQL).name("mercator " + schema)
    }

    /// Announces the transaction to other processes when it is committed.
    func announce(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute("SELECT pg_notify($1, '')", [.string(channel)])
    }

    /// Returns the number of concurrent commits, read only after a notice or over a new connection.
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
