import ObjectGraph

/// Indexes of references and links that a large load into empty tables does without.
///
/// An index that is kept up to date looks for the place of each row; one that is made afterwards
/// sorts them once. A load of one commit does both inside its transaction: nobody sees the file
/// without its indexes, and a load that fails or is killed leaves them as they were. One of many
/// commits leaves them away until it ends, see ``PostponedIndexes``: with each commit, an index over
/// many rows has most of its pages written again for a few entries in each.
///
/// Indexes that keep values unique stay, and so do those of references inside a circle of tables: a
/// row that comes after those which refer to it looks for them.
struct LateIndexes {
    /// So many rows make up for taking an index away and making it.
    static let smallestLoad = 500

    private let connection: SQLiteConnection
    private let schema: StoreSchema
    private let isContinued: Bool
    private var removed: [(name: String, statement: String)] = []

    /// `isContinued` says that more commits of the same load follow.
    init(_ connection: SQLiteConnection, _ schema: StoreSchema, isContinued: Bool) {
        self.connection = connection
        self.schema = schema
        self.isContinued = isContinued
    }

    /// So many rows have to come into a table; of a load that goes on, these are not all.
    private var smallestCount: Int { isContinued ? 1 : LateIndexes.smallestLoad }

    /// Takes away indexes that new rows and links would fill.
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

    /// Makes them again, or has the file remember them; whether it has to.
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

    /// The indexes of references to tables that are filled before this one.
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
            // As the file has it: somebody may have taken it away.
            let statement = try connection.texts(
                "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name = ?",
                [.string(table), .string(index)])
            guard let statement = statement.first, !statement.isEmpty else { continue }
            try connection.prepare("DROP INDEX \(index.quotedName)").run()
            removed.append((index, statement))
        }
    }
}
