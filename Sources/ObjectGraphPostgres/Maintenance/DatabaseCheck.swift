import ObjectGraph
import ObjectGraphSQL

/// Checks the columns of a database, and values that cannot be read.
struct DatabaseCheck: StorageCheck {
    let connection: PostgresConnection

    /// Checks that each column has its original type.
    func checkStorage(_ check: IntegrityCheck) throws(StoreError) {
        try check.attempt("the catalogue") { () throws(StoreError) in
            let types = try columnTypes()
            for table in check.schema.tables.values.sorted(by: { $0.root < $1.root }) {
                for column in table.columns {
                    let wanted = name(of: column.kind)
                    guard let found = types[[table.name, column.name]], found != wanted else {
                        continue
                    }
                    check.add(
                        IntegrityProblem(
                            .damagedFile,
                            "the column '\(column.name)' of '\(table.name)' has type "
                                + "'\(found)', not '\(wanted)'"))
                }
            }
        }
    }

    private func columnTypes() throws(StoreError) -> [[String]: String] {
        let rows = try connection.query(
            """
            SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL)
            FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND a.attnum > 0 AND NOT a.attisdropped
            """
        ) { (row) throws(StoreError) in ([row.text(0), row.text(1)], row.text(2)) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the name of the type of a column in the catalogue.
    private func name(of kind: StoreColumn.Kind) -> String {
        let declared = connection.dialect.type(of: kind)
        return declared.split(separator: " COLLATE").first.map(String.init) ?? declared
    }

    /// Checks the row that serializes dependent commits, and the search indexes.
    func checkRecords(_ check: IntegrityCheck) throws(StoreError) {
        try check.attempt("mercator_store") { () throws(StoreError) in
            guard try StoreRecords(connection).text(of: "turn") == nil else { return }
            check.add(
                IntegrityProblem(
                    .damagedFile,
                    "mercator_store has no row 'turn', by which commits wait for each other; "
                        + "insert it with an empty value"))
        }
        try PostgresSearch(connection).check(check)
    }

    /// Reads every value that may not be valid for its type, as a fetch does.
    func checkValues(of table: StoreTable, _ check: IntegrityCheck) throws(StoreError) {
        let columns = table.columns.compactMap { column in
            check.attribute(of: column).map { (column: column, type: $0.type) }
        }.filter { DatabaseCheck.needsReading($0.type) }
        guard !columns.isEmpty else { return }
        let names = columns.map(\.column.sql).joined(separator: ", ")
        try check.attempt(table.name) { () throws(StoreError) in
            try connection.forEachRow(
                #"SELECT "_id", \#(names) FROM \#(table.sql)"#, PostgresParameters()
            ) { (row) throws(StoreError) in
                for (position, (column, type)) in columns.enumerated() where !check.isFull {
                    let index = Int32(position) + 1
                    let value = row.value(index, column.kind)
                    guard value.flatMap(type.normalized) == nil else { continue }
                    check.addUnreadable(
                        column, row.integer(0), table,
                        "found \(row.damage(index, column.kind))")
                }
            }
        }
    }

    /// Indicates whether the type of a column alone does not determine if a value is valid.
    private static func needsReading(_ type: AttributeType) -> Bool {
        switch type {
        case .boolean, .integer64, .string, .url, .data, .uuid: false
        default: true
        }
    }
}
