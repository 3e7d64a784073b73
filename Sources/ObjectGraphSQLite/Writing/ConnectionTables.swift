import ObjectGraph
import ObjectGraphSQL

/// The temporary tables for making one connection.
///
/// They belong to SQLite's temporary database, which is private to the connection to the file, and
/// contain only numbers of objects. They are created and dropped for each connection, so that none
/// is left over after a failure.
enum ConnectionTables {
    /// The sources to connect.
    static let sources = "temp.mercator_sources"
    /// The objects that satisfy the condition for destinations.
    static let destinations = "temp.mercator_destinations"
    /// The matched destination of each source of a to-one relationship, `NULL` if another source
    /// owns it, with the number of matches; reduced to the sources that change.
    static let matches = "temp.mercator_matches"
    /// The wanted destinations of a to-many relationship, with positions if it is ordered.
    static let wanted = "temp.mercator_wanted"
    /// The current destinations of a to-many relationship.
    static let current = "temp.mercator_current"
    /// The sources of a to-many relationship whose destinations change.
    static let changed = "temp.mercator_changed"

    /// Creates the tables that a connection needs.
    static func create(
        isToMany: Bool, filtersDestinations: Bool, _ connection: SQLiteConnection
    ) throws(StoreError) {
        try connection.execute("CREATE TABLE \(sources) (id INTEGER PRIMARY KEY)")
        if filtersDestinations {
            try connection.execute("CREATE TABLE \(destinations) (id INTEGER PRIMARY KEY)")
        }
        guard isToMany else {
            return try connection.execute(
                "CREATE TABLE \(matches) (source INTEGER PRIMARY KEY, "
                    + "destination INTEGER, count INTEGER NOT NULL)")
        }
        for table in [wanted, current] {
            try connection.execute(
                "CREATE TABLE \(table) (source INTEGER NOT NULL, destination INTEGER NOT NULL, "
                    + "place INTEGER, PRIMARY KEY (source, destination)) WITHOUT ROWID")
        }
        try connection.execute("CREATE TABLE \(changed) (id INTEGER PRIMARY KEY)")
    }

    /// Creates an index of the wanted destinations.
    static func indexWantedByDestination(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(
            "CREATE INDEX temp.mercator_wanted_by_destination ON mercator_wanted (destination)")
    }

    /// Drops all tables.
    static func drop(_ connection: SQLiteConnection) throws(StoreError) {
        for table in [sources, destinations, matches, wanted, current, changed] {
            try connection.execute("DROP TABLE IF EXISTS \(table)")
        }
    }
}
