import ObjectGraph

/// The SQL of temporary tables in a transaction of one connection.
///
/// They contain the numbers of objects and lookup keys.
package struct TemporaryTables: Sendable {
    /// The strategies for joining these tables.
    package enum Joining: Sendable {
        /// Keys and indexes, in the written order of tables.
        case keys
        /// A plan for the numbers of rows and of values that the database has counted.
        case statistics
    }

    /// The schema that contains the tables.
    private let schema: String
    private let joining: Joining

    package init(schema: String, joining: Joining) {
        self.schema = schema
        self.joining = joining
    }

    /// Returns the name of a table in statements.
    package func name(_ table: String) -> String { "\(schema).\(table)" }

    /// Returns the statement that creates a table; `key` is the number of the first columns that
    /// identify a row; 0 if none do.
    package func creation(
        of table: String, _ columns: [(name: String, kind: StoreColumn.Kind)], key: Int,
        _ dialect: any SQLDialect
    ) -> String {
        var lines = columns.map { "\($0.name) \(dialect.type(of: $0.kind))" }
        guard case .keys = joining else {
            return "CREATE TEMPORARY TABLE \(table) (\(lines.joined(separator: ", "))) "
                + "ON COMMIT DROP"
        }
        if key == 1 {
            lines[0] += " PRIMARY KEY"
        } else if key > 1 {
            let names = columns.prefix(key).map(\.name).joined(separator: ", ")
            lines.append("PRIMARY KEY (\(names))")
        }
        return "CREATE TABLE \(name(table)) (\(lines.joined(separator: ", ")))"
            + (key > 1 ? dialect.keyedTableEnd : "")
    }

    /// Returns the statement that creates an index; `nil` if joins use none.
    package func index(of table: String, by column: String) -> String? {
        guard case .keys = joining else { return nil }
        return "CREATE INDEX \(name("\(table)_by_\(column)")) ON \(table) (\(column))"
    }

    /// Returns the statement that counts the rows and values of a filled table; `nil` if joins do
    /// not depend on them.
    package func statistics(of table: String) -> String? {
        guard case .statistics = joining else { return nil }
        return "ANALYZE \(name(table))"
    }
}
