import ObjectGraph

/// The numbers of connections that a server, a role and a database may have.
struct ConnectionLimits: Sendable, CustomStringConvertible {
    private let server: Int64?
    private let role: Int64?
    private let database: Int64?

    /// Reads the limits from the server.
    init(_ connection: PostgresConnection) throws(StoreError) {
        let limits = try connection.query(
            """
            SELECT current_setting('max_connections', true)::bigint, \
            (SELECT rolconnlimit::bigint FROM pg_roles WHERE rolname = session_user), \
            (SELECT datconnlimit::bigint FROM pg_database WHERE datname = current_database())
            """
        ).map { row in (0..<3).map { row.integerIfAny(Int32($0)) } }.first
        func limit(_ index: Int) -> Int64? { limits?[index].flatMap { $0 < 0 ? nil : $0 } }
        (server, role, database) = (limit(0), limit(1), limit(2))
    }

    /// The limits, as `the limits are 100 (max_connections), 5 (role)`.
    var description: String {
        let all = [(server, "max_connections"), (role, "role"), (database, "database")]
            .compactMap { limit, name in limit.map { "\($0) (\(name))" } }
        return all.isEmpty ? "no limit is known" : "the limits are \(all.joined(separator: ", "))"
    }
}

extension Duration {
    /// The time in whole milliseconds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The time in seconds, for messages.
    var text: String {
        let tenths = (milliseconds + 50) / 100
        return milliseconds < 1000 ? "\(milliseconds) ms" : "\(tenths / 10).\(tenths % 10) s"
    }
}
