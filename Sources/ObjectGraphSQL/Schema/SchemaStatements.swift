import ObjectGraph

/// The SQL statements that create the tables of a store.
package enum SchemaStatements {
    /// Returns the statements for the store's own tables, which any tool can read.
    package static func bookkeeping(_ dialect: any SQLDialect) -> [String] {
        let (text, integer) = (dialect.type(of: .text), dialect.type(of: .integer))
        let end = dialect.keyedTableEnd
        return [
            """
            CREATE TABLE mercator_store (
              key \(text) PRIMARY KEY,
              value \(text) NOT NULL
            )\(end)
            """,
            """
            CREATE TABLE mercator_schema (
              entity \(text) NOT NULL,
              property \(text) NOT NULL,
              name \(text) NOT NULL,
              definition \(text) NOT NULL,
              PRIMARY KEY (entity, property)
            )\(end)
            """,
            """
            CREATE TABLE mercator_sequence (
              entity \(text) PRIMARY KEY,
              next \(integer) NOT NULL
            )\(end)
            """,
            """
            CREATE TABLE mercator_connections (
              id \(dialect.rowKey),
              description \(text) NOT NULL\(dialect.uniqueText)
            )
            """,
            """
            CREATE TABLE mercator_indexes (
              name \(text) PRIMARY KEY,
              entity \(text) NOT NULL,
              attributes \(text) NOT NULL,
              wanted_unique \(dialect.type(of: .boolean)) NOT NULL,
              origin \(text) NOT NULL
            )\(end)
            """,
        ]
    }
}

extension StoreSchema {
    /// Returns the statements that create a table of objects and the indexes of its references.
    func creation(of table: StoreTable) -> [String] {
        [creation(of: table, named: table.name)] + indexes(of: table)
    }

    /// Returns the statements that create the indexes of a table's references.
    package func indexes(of table: StoreTable) -> [String] {
        table.columns.flatMap { indexes(of: $0, in: table) }
    }

    /// Returns the statement that creates a table of objects under a temporary name.
    func creation(of table: StoreTable, named name: String) -> String {
        var lines = ["\(SystemColumn.id.quotedName) \(dialect.objectKey)"]
        if table.hasEntityColumn {
            lines.append("\(SystemColumn.entity.quotedName) \(dialect.type(of: .text)) NOT NULL")
        }
        lines.append("\(SystemColumn.version.quotedName) \(dialect.type(of: .integer)) NOT NULL")
        lines += table.columns.map(declaration)
        return "CREATE TABLE \(name.quotedName) (\n  " + lines.joined(separator: ",\n  ") + "\n)"
    }

    /// Returns the statements that add a column to an existing table.
    func addition(of column: StoreColumn, to table: StoreTable) -> [String] {
        dialect.addition(
            of: column.sql, declaration(of: column), to: table.sql,
            filledWith: column.entity == table.root
                ? model.layouts[column.entity].defaults[column.slot] : .null)
            + indexes(of: column, in: table)
    }

    /// Returns the statement that adds the entity column to a table whose rows have all been of
    /// the root entity.
    func additionOfEntityColumn(to table: StoreTable) -> String {
        "ALTER TABLE \(table.sql) ADD COLUMN \(SystemColumn.entity.quotedName) "
            + "\(dialect.type(of: .text)) NOT NULL "
            + "DEFAULT \(model.layouts[table.root].name.quotedText)"
    }

    /// Returns the statements that create a link table and its index by destination.
    func creation(of links: JoinTableSchema) -> [String] {
        [creation(of: links, named: links.name), index(of: links)]
    }

    /// Returns the statement that creates the index of links by destination.
    package func index(of links: JoinTableSchema) -> String {
        "CREATE INDEX \(indexName(of: links).quotedName) ON \(links.sql) (destination)"
    }

    /// Returns the name of the index of links by destination.
    package func indexName(of links: JoinTableSchema) -> String {
        dialect.name(links.name + "_by_destination")
    }

    /// Returns the statement that creates a link table under a temporary name.
    func creation(of links: JoinTableSchema, named name: String) -> String {
        let integer = dialect.type(of: .integer)
        func end(_ name: String, _ root: Int) -> String {
            "\(name) \(integer) NOT NULL" + reference(to: root, cascades: true)
        }
        var lines = [
            end("source", links.sourceRoot), end("destination", links.destinationRoot),
        ]
        if links.hasPosition { lines.append("position \(integer)") }
        if links.hasInversePosition { lines.append("inverse_position \(integer)") }
        lines.append("PRIMARY KEY (source, destination)")
        return "CREATE TABLE \(name.quotedName) (\n  " + lines.joined(separator: ",\n  ")
            + "\n)" + dialect.keyedTableEnd
    }

    private func reference(to root: Int, cascades: Bool) -> String {
        dialect.reference(to: tables[root]?.sql ?? "", cascades: cascades)
    }

    private func declaration(of column: StoreColumn) -> String {
        "\(column.sql) \(dialect.type(of: column.kind))"
            + (column.destinationRoot.map { reference(to: $0, cascades: false) } ?? "")
    }

    /// Returns the name of the index of a reference.
    func referenceIndex(table: String, column: String) -> String {
        dialect.name("\(table)_by_\(column)")
    }

    /// Returns the statement that creates the index of a column, if the column references objects.
    package func indexes(of column: StoreColumn, in table: StoreTable) -> [String] {
        guard column.destinationRoot != nil else { return [] }
        let name = referenceIndex(table: table.name, column: column.name)
        return ["CREATE INDEX \(name.quotedName) ON \(table.sql) (\(column.sql))"]
    }
}
