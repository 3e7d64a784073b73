import ObjectGraph
import ObjectGraphSQL

/// Delayed creation of indexes during a large load into empty tables.
///
/// Indexes of references and links are dropped first, and created afterwards.
///
/// Maintaining an index requires a search for the location of each row; creating it afterwards
/// sorts the rows once. A load of one commit does both inside its transaction: the file is never
/// visible without its indexes, and a load that fails or is killed leaves them unchanged. A load of
/// many commits postpones them until it ends, see ``PostponedIndexes``: with each commit, most
/// pages of an index over many rows would be written again for a few entries in each.
///
/// Indexes that enforce uniqueness remain, and so do the indexes of references in a cycle of
/// tables: a row that is inserted after rows that reference it searches for them.
struct LateIndexes {
    /// The least number of rows that makes dropping and creating an index faster.
    static let smallestLoad = 500

    private let connection: SQLiteConnection
    private let schema: StoreSchema
    private let isContinued: Bool
    private var removed: [(name: String, statement: String)] = []

    /// Creates an instance; `isContinued` indicates further commits of the same load.
    init(_ connection: SQLiteConnection, _ schema: StoreSchema, isContinued: Bool) {
        self.connection = connection
        self.schema = schema
        self.isContinued = isContinued
    }

    /// The least number of new rows in a table; if the load continues, these are not all.
    private var smallestCount: Int { isContinued ? 1 : LateIndexes.smallestLoad }

    /// Drops the indexes that new rows and links would fill.
    mutating func remove(for changes: ChangeSet) throws(StoreError) {
        if changes.inserted.count >= smallestCount {
            var counts = Array(repeating: 0, count: schema.model.layouts.count)
            for stored in changes.inserted { counts[stored.entity] += 1 }
            for table in schema.tables.values {
                let family = schema.model.layouts[table.root].family
                let count = family.reduce(0) { $0 + counts[$1] }
                guard count >= smallestCount else { continue }
                try remove(from: table.name, indexes(of: table))
            }
        }
        for links in changes.links where links.stored.count >= smallestCount {
            let table = try schema.links(links.relationship)
            try remove(from: table.name, [schema.indexName(of: table)])
        }
    }

    /// Creates the indexes again, or records them for later; returns whether any was postponed.
    func make() throws(StoreError) -> Bool {
        for (name, statement) in removed {
            if isContinued {
                try PostponedIndexes(connection).note(name, statement)
            } else {
                try connection.prepare(statement).run()
            }
        }
        return isContinued && !removed.isEmpty
    }

    /// Returns the names of the indexes of references to tables that are filled before this one.
    private func indexes(of table: StoreTable) -> [String] {
        table.columns.compactMap { column in
            guard let root = column.destinationRoot, schema.fills(root, before: table.root) else {
                return nil
            }
            return schema.referringIndex(of: column, in: table)?.name
        }
    }

    private mutating func remove(
        from table: String, _ indexes: [String]
    ) throws(StoreError) {
        guard !indexes.isEmpty else { return }
        let isFilled = "SELECT EXISTS (SELECT 1 FROM \(table.quotedName))"
        guard try connection.number(isFilled) == 0 else { return }
        for index in indexes {
            // The statement is read from the file, because the index may have been
            // dropped by others.
            let statement = try connection.texts(
                "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name = ?",
                [.string(table), .string(index)])
            guard let statement = statement.first, !statement.isEmpty else { continue }
            try connection.prepare("DROP INDEX \(index.quotedName)").run()
            removed.append((index, statement))
        }
    }
}
