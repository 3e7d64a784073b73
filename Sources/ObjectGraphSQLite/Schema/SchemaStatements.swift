import ObjectGraph

/// The SQL statements that create the tables of a store.
enum SchemaStatements {
    /// The store's own tables, which any tool can read.
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
    /// Returns the statements that create a table of objects and the indexes of its references.
    func creation(of table: StoreTable) -> [String] {
        [creation(of: table, named: table.name)] + indexes(of: table)
    }

    /// Returns the statements that create the indexes of a table's references.
    func indexes(of table: StoreTable) -> [String] {
        table.columns.flatMap { indexes(of: $0, in: table) }
    }

    /// Returns the statement that creates a table of objects under a temporary name.
    func creation(of table: StoreTable, named name: String) -> String {
        var lines = [#""\#(SystemColumn.id)" INTEGER PRIMARY KEY"#]
        if table.hasEntityColumn { lines.append(#""\#(SystemColumn.entity)" TEXT NOT NULL"#) }
        lines.append(#""\#(SystemColumn.version)" INTEGER NOT NULL"#)
        lines += table.columns.map(declaration)
        return "CREATE TABLE \(name.quotedName) (\n  " + lines.joined(separator: ",\n  ") + "\n)"
    }

    /// Returns the statements that add a column to an existing table.
    func addition(of column: StoreColumn, to table: StoreTable) -> [String] {
        ["ALTER TABLE \(table.sql) ADD COLUMN \(declaration(of: column))"]
            + indexes(of: column, in: table)
    }

    /// Returns the statement that adds the entity column to a table whose rows have all been of
    /// the root entity.
    func additionOfEntityColumn(to table: StoreTable) -> String {
        let root = model.layouts[table.root].name.quotedText
        return "ALTER TABLE \(table.sql) ADD COLUMN "
            + #""\#(SystemColumn.entity)" TEXT NOT NULL DEFAULT \#(root)"#
    }

    /// Returns the statements that create a link table and its index by destination.
    func creation(of links: JoinTableSchema) -> [String] {
        [creation(of: links, named: links.name), index(of: links)]
    }

    /// Returns the statement that creates the index of links by destination.
    func index(of links: JoinTableSchema) -> String {
        "CREATE INDEX \(indexName(of: links).quotedName) ON \(links.sql) (destination)"
    }

    /// Returns the name of the index of links by destination.
    func indexName(of links: JoinTableSchema) -> String { links.name + "_by_destination" }

    /// Returns the statement that creates a link table under a temporary name.
    func creation(of links: JoinTableSchema, named name: String) -> String {
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

    /// References are checked at the end of a transaction, so the objects of a save can be
    /// written in any order.
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

    /// Returns the name of the index of a reference.
    static func referenceIndex(table: String, column: String) -> String { "\(table)_by_\(column)" }

    /// Returns the statement that creates the index of a column, if the column references objects.
    func indexes(of column: StoreColumn, in table: StoreTable) -> [String] {
        guard column.destinationRoot != nil else { return [] }
        let name = StoreSchema.referenceIndex(table: table.name, column: column.name)
        return ["CREATE INDEX \(name.quotedName) ON \(table.sql) (\(column.sql))"]
    }
}
