import ObjectGraph
import ObjectGraphSQL

/// The settings of connections to one database.
package struct PostgresSettings: Sendable {
    /// The schema with the tables of the store.
    package var schema = "mercator"
    /// The time for which a statement waits for locks of others.
    package var busyTimeout: Duration = .seconds(5)
    /// The time after which an attempt to connect to a host fails, unless the connection string or
    /// the environment has one.
    package var connectTimeout: Duration = .seconds(10)
    /// Indicates whether statements are prepared and settings made for a session, which poolers in
    /// transaction mode do not allow.
    package var preparesStatements = true
    /// The engine that the server runs.
    package var engine = PostgresEngine.postgreSQL
    /// Indicates whether commits announce themselves to other processes.
    package var listens = false
    /// The name of the program, unless the connection string or the environment has one.
    package var applicationName = "Mercator"

    package init() {}

    /// The busy timeout in milliseconds, at least one: zero would wait without end.
    var lockTimeout: Int64 {
        min(max(busyTimeout.milliseconds, 1), Int64(Int32.max))
    }

    /// The settings of a session, as names and values.
    ///
    /// `pg_catalog` is searched first because it is not listed: tables are created in the first
    /// schema of the list. If the schema is missing or its use denied, they are not created.
    var session: [(name: String, value: String)] {
        [
            ("search_path", schema.quotedName), ("lock_timeout", "\(lockTimeout)"),
            ("TimeZone", "UTC"), ("standard_conforming_strings", "on"),
        ] + engine.settings
    }

    /// The statements that make the settings for one transaction: behind a pooler, they cannot be
    /// made for a session.
    ///
    /// They leave the state that the transaction will see undecided, unlike a query.
    var localStatements: [String] {
        session.map { name, value in
            // A list of names is no text.
            "SET LOCAL \(name) = \(name == "search_path" ? value : value.quotedText)"
        }
    }

    /// The query that makes the settings for the statements of one pipeline, without a transaction.
    var localQuery: (sql: String, parameters: [Value]) {
        let session = session
        let calls = session.indices.map { "set_config('\(session[$0].name)', $\($0 + 1), true)" }
        return ("SELECT \(calls.joined(separator: ", "))", session.map { .string($0.value) })
    }

    /// The settings in the form of the parameter `options` of a connection.
    var options: String {
        session.map { name, value in
            let escaped = value.flatMap { $0 == " " || $0 == "\\" ? "\\\($0)" : "\($0)" }
            return "-c \(name)=\(String(escaped))"
        }.joined(separator: " ")
    }
}
