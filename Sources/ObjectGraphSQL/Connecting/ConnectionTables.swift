import ObjectGraph

/// The temporary tables for making one connection.
///
/// They are created and dropped for each connection of a transaction.
struct ConnectionTables {
    /// The sources to connect.
    let sources: String
    /// The objects that satisfy the condition for destinations.
    let destinations: String
    /// The elements of key arrays, if the database cannot expand arrays.
    ///
    /// Values that fit are stored as such, the remaining ones as JSON texts.
    let elements: String
    /// The match of each source of a to-one relationship, reduced to sources that change.
    ///
    /// It has the destination, or `NULL` if there is none or it belongs to a different source, the
    /// number of matches and the current destination.
    let matches: String
    /// The wanted destinations of a to-many relationship, with positions if it is ordered.
    let wanted: String
    /// The current destinations of a to-many relationship.
    let current: String
    /// The sources of a to-many relationship whose destinations change.
    let changed: String
    private let session: any SQLSession
    private var created: [Table] = []

    enum Table: String {
        case sources, destinations, elements, matches, wanted, current, changed

        fileprivate var name: String { "mercator_\(rawValue)" }

        /// The columns with numbers; elements of arrays have additional columns.
        fileprivate var numbers: [String] {
            switch self {
            case .sources, .destinations, .changed: ["id"]
            case .elements: ["source", "key"]
            case .matches: ["source", "destination", "count", "present"]
            case .wanted, .current: ["source", "destination", "place"]
            }
        }

        /// The number of the first columns that identify a row; 0 if none do.
        fileprivate var keyCount: Int {
            switch self {
            case .sources, .destinations, .changed, .matches: 1
            case .wanted, .current: 2
            case .elements: 0
            }
        }
    }

    init(_ session: any SQLSession) {
        let tables = session.dialect.temporaryTables
        func name(_ table: Table) -> String { tables.name(table.name) }
        self.session = session
        sources = name(.sources)
        destinations = name(.destinations)
        elements = name(.elements)
        matches = name(.matches)
        wanted = name(.wanted)
        current = name(.current)
        changed = name(.changed)
    }

    /// Creates an empty table; `kind` is the kind of array elements.
    mutating func create(
        _ table: Table, elementsOf kind: StoreColumn.Kind = .text
    ) throws(StoreError) {
        var columns = table.numbers.map { (name: $0, kind: StoreColumn.Kind.integer) }
        if table == .elements { columns += [("value", kind), ("mismatch", .text)] }
        let dialect = session.dialect
        try session.execute(
            dialect.temporaryTables.creation(
                of: table.name, columns, key: table.keyCount, dialect))
        created.append(table)
    }

    /// Prepares a filled table for joins.
    func finish(_ table: Table) throws(StoreError) {
        guard let sql = session.dialect.temporaryTables.statistics(of: table.name) else { return }
        try session.execute(sql)
    }

    /// Creates an index of the wanted destinations, if joins use one.
    func indexWantedByDestination() throws(StoreError) {
        let index = session.dialect.temporaryTables.index(
            of: Table.wanted.name, by: "destination")
        if let index { try session.execute(index) }
    }

    /// Drops all tables.
    func drop() throws(StoreError) {
        for table in created {
            try session.execute(
                "DROP TABLE \(session.dialect.temporaryTables.name(table.name))")
        }
    }
}
