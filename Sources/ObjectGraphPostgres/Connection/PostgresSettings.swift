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
    /// The name of the program, unless the connection string or the environment has one.
    package var applicationName = "Mercator"

    package init() {}

    /// The settings of a session, as names and values.
    ///
    /// `pg_catalog` is searched first because it is not listed; listed first, it would be where
    /// tables are created.
    var session: [(name: String, value: String)] {
        let (seconds, attoseconds) = busyTimeout.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return [
            ("search_path", "\(schema.quotedName), pg_temp"),
            // Zero would wait without end.
            ("lock_timeout", "\(min(max(milliseconds, 1), Int64(Int32.max)))"),
            ("TimeZone", "UTC"), ("jit", "off"), ("standard_conforming_strings", "on"),
            ("cursor_tuple_fraction", "1"),
        ]
    }

    /// The statement that makes the settings for one transaction: behind a pooler, they cannot be
    /// made for a session.
    package var localStatement: String {
        let settings = session.map { name, value in
            "set_config(\(name.quotedText), \(value.quotedText), true)"
        }
        return "SELECT \(settings.joined(separator: ", "))"
    }

    /// The settings in the form of the parameter `options` of a connection.
    var options: String {
        session.map { name, value in
            let escaped = value.flatMap { $0 == " " || $0 == "\\" ? "\\\($0)" : "\($0)" }
            return "-c \(name)=\(String(escaped))"
        }.joined(separator: " ")
    }
}
