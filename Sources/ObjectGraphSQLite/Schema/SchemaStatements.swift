import ObjectGraph

/// The SQL that makes the tables of a store.
enum SchemaStatements {
    /// The store's own tables, which any tool can read as well.
    static let bookkeeping = [
        """
        CREATE TABLE mercator_store (
          key TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE mercator_schema (
          entity TEXT NOT NULL,
          property TEXT NOT NULL,
          name TEXT NOT NULL,
          definition TEXT NOT NULL,
          PRIMARY KEY (entity, property)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE mercator_sequence (
          entity TEXT PRIMARY KEY,
          next INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE mercator_connections (
          id INTEGER PRIMARY KEY,
          description TEXT NOT NULL UNIQUE
        )
        """,
        """
        CREATE TABLE mercator_indexes (
          name TEXT PRIMARY KEY,
          entity TEXT NOT NULL,
          attributes TEXT NOT NULL,
          wanted_unique INTEGER NOT NULL,
          origin TEXT NOT NULL
        ) WITHOUT ROWID
        """,
    ]
}

extension StoreSchema {
    /// Makes a table of objects, and indexes for its references.
    func creation(of table: StoreTable) -> [String] {
        [creation(of: table, named: table.name)] + indexes(of: table)
    }

    /// The indexes for a table's references.
    func indexes(of table: StoreTable) -> [String] {
        table.columns.flatMap { indexes(of: $0, in: table) }
    }

    /// Makes a table of objects under a name for the time being.
    func creation(of table: StoreTable, named name: String) -> String {
        var lines = [#""\#(SystemColumn.id)" INTEGER PRIMARY KEY"#]
        if table.hasEntityColumn { lines.append(#""\#(SystemColumn.entity)" TEXT NOT NULL"#) }
        lines.append(#""\#(SystemColumn.version)" INTEGER NOT NULL"#)
        lines += table.columns.map(declaration)
        return "CREATE TABLE \(name.quotedName) (\n  " + lines.joined(separator: ",\n  ") + "\n)"
    }

    /// Adds a column to a table that exists.
    func addition(of column: StoreColumn, to table: StoreTable) -> [String] {
        ["ALTER TABLE \(table.sql) ADD COLUMN \(declaration(of: column))"]
            + indexes(of: column, in: table)
    }

    /// Lets the rows of a table say which entity they are of; until now all were of the root.
    func additionOfEntityColumn(to table: StoreTable) -> String {
        let root = model.layouts[table.root].name.quotedText
        return "ALTER TABLE \(table.sql) ADD COLUMN "
            + #""\#(SystemColumn.entity)" TEXT NOT NULL DEFAULT \#(root)"#
    }

    /// Makes a table of links, and an index for the way back.
    func creation(of links: LinkTable) -> [String] {
        [creation(of: links, named: links.name), index(of: links)]
    }

    /// The index of links for the way back.
    func index(of links: LinkTable) -> String {
        "CREATE INDEX \(indexName(of: links).quotedName) ON \(links.sql) (destination)"
    }

    /// The name of the index of links for the way back.
    func indexName(of links: LinkTable) -> String { links.name + "_by_destination" }

    /// Makes a table of links under a name for the time being.
    func creation(of links: LinkTable, named name: String) -> String {
        func end(_ name: String, _ root: Int) -> String {
            "\(name) INTEGER NOT NULL \(references(root)) ON DELETE CASCADE \(StoreSchema.deferred)"
        }
        var lines = [
            end("source", links.sourceRoot), end("destination", links.destinationRoot),
        ]
        if links.hasPosition { lines.append("position INTEGER") }
        if links.hasInversePosition { lines.append("inverse_position INTEGER") }
        lines.append("PRIMARY KEY (source, destination)")
        return "CREATE TABLE \(name.quotedName) (\n  " + lines.joined(separator: ",\n  ")
            + "\n) WITHOUT ROWID"
    }

    /// Objects of one save may refer to each other in any order; what counts is the end.
    private static let deferred = "DEFERRABLE INITIALLY DEFERRED"

    private func references(_ root: Int) -> String {
        let table = tables[root]?.sql ?? ""
        return #"REFERENCES \#(table) ("\#(SystemColumn.id)")"#
    }

    private func declaration(of column: StoreColumn) -> String {
        let declaration = "\(column.sql) \(column.kind.sql)"
        guard let root = column.destinationRoot else { return declaration }
        return "\(declaration) \(references(root)) \(StoreSchema.deferred)"
    }

    /// The name of the index of a reference.
    static func referenceIndex(table: String, column: String) -> String { "\(table)_by_\(column)" }

    /// The index of a column that refers to objects.
    func indexes(of column: StoreColumn, in table: StoreTable) -> [String] {
        guard column.destinationRoot != nil else { return [] }
        let name = StoreSchema.referenceIndex(table: table.name, column: column.name)
        return ["CREATE INDEX \(name.quotedName) ON \(table.sql) (\(column.sql))"]
    }
}
