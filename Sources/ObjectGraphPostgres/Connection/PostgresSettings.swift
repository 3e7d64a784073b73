import ObjectGraphSQL

/// The settings of connections to one database.
package struct PostgresSettings: Sendable {
    /// The schema with the tables of the store.
    package var schema = "mercator"
    /// The maximum time that a statement waits for locks.
    package var busyTimeout: Duration = .seconds(5)
    /// The time after which an attempt to connect to a host fails, unless the connection string or
    /// the environment has one.
    package var connectTimeout: Duration = .seconds(10)
    /// The time without a response after which an attempt to connect tests the server.
    package var silenceLimit: Duration = .seconds(30)
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

    /// The settings that every transaction has, as names and values.
    ///
    /// `pg_catalog` is searched first because it is not listed: tables are created in the first
    /// schema of the list. If the schema is missing or its use denied, they are not created.
    var session: [SessionSetting] {
        [
            SessionSetting("search_path", schema.quotedName),
            SessionSetting("lock_timeout", "\(lockTimeout)"), SessionSetting("TimeZone", "UTC"),
            SessionSetting("standard_conforming_strings", "on"),
        ] + engine.settings.map { SessionSetting($0.name, $0.value) }
    }
}
