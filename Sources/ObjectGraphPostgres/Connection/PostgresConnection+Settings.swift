import MercatorCPostgres
import ObjectGraph
import ObjectGraphSQL

/// The settings requested for a connection.
///
/// The store's settings are not start-up parameters: poolers refuse `options`, or drop them
/// silently, and the tables would then be in a different schema.
extension PostgresConnection {
    /// The query that makes the settings for the statements of one pipeline, without a transaction.
    var localQuery: (sql: String, parameters: [Value]) {
        let calls = localSettings.indices.map {
            "set_config(\(localSettings[$0].name.quotedText), $\($0 + 1), true)"
        }
        return (
            "SELECT \(calls.joined(separator: ", "))", localSettings.map { .string($0.value) }
        )
    }

    /// Applies the store's settings to the session, or to each transaction if the session is
    /// shared.
    ///
    /// - Parameter asked: The settings of the connection string, which a pooler may have dropped.
    /// - Throws: ``StoreError`` with code `cannotOpen` for a dropped setting that no statement can
    ///   make.
    func makeSettings(_ asked: [SessionSetting]) throws(StoreError) {
        let own = settings.session
        guard try isBehindPooler(own) else {
            if !settings.preparesStatements { localSettings = own }
            return
        }
        localSettings = own
        for option in asked
        where !own.contains(where: { $0.name.lowercased() == option.name.lowercased() }) {
            if try isSettable(option) { localSettings.append(option) }
        }
    }

    /// Tests whether there is a pooler between this client and the server.
    ///
    /// The process number known to the client then differs from the server's, whose session may be
    /// shared. Without a pooler, settings apply to the session.
    private func isBehindPooler(_ own: [SessionSetting]) throws(StoreError) -> Bool {
        let difference = "pg_backend_pid() <> $1"
        let isLocal = settings.preparesStatements ? difference : "TRUE"
        let calls = own.indices.map { "set_config('\(own[$0].name)', $\($0 + 2), \(isLocal))" }
        let row = try probe(
            "SELECT \(difference), \(calls.joined(separator: ", "))",
            [.integer(Int64(processNumber))] + own.map { .string($0.value) }
        ) { row in row.boolean(0) }
        return row ?? true
    }

    /// Tests whether a statement can make a setting of the connection string.
    ///
    /// Settings unknown to the server are for a proxy.
    private func isSettable(_ option: SessionSetting) throws(StoreError) -> Bool {
        let found = try probe(
            "SELECT current_setting($1, true)", [.string(option.name)]
        ) { row in row.isNull(0) ? nil : row.text(0) }
        guard let value = found.flatMap(\.self) ?? (option.name.contains(".") ? "" : nil) else {
            return false
        }
        do throws(StoreError) {
            _ = try probe(
                "SELECT set_config($1, $2, true)", [.string(option.name), .string(option.value)]
            ) { row in row.isNull(0) }
            return true
        } catch {
            guard !isLost else { throw error }
            if value == option.value { return false }
            throw StoreError(
                .cannotOpen,
                "\(endpoint) cannot be opened: '\(option.name)' in the parameter 'options' of the "
                    + "connection string is not what the server has. A pooler whose "
                    + "ignore_startup_parameters lists 'options' drops it, and it cannot be set "
                    + "later (\(error.message)); leave it out, or give it to the role with "
                    + "ALTER ROLE … SET")
        }
    }

    /// Executes a query during connection, and returns a value that a closure reads from its first
    /// row.
    private func probe<Result>(
        _ sql: String, _ values: [Value], _ read: (PostgresRow) -> Result
    ) throws(StoreError) -> Result? {
        // A short limit is for waiting, not for an answer of a busy machine.
        poolerLimit = max(settings.busyTimeout, .seconds(1))
        guard transmit(sql, PostgresParameters(values), nil) else { throw lost(sql) }
        return try lastResult(sql).map(read).first
    }
}
