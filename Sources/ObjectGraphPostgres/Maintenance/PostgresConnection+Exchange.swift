package import ObjectGraph
package import ObjectGraphSQL

extension PostgresConnection: ExchangeSession {
    package func stream(
        _ sql: String, _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try forEachRow(sql, PostgresParameters()) { (row) throws(StoreError) in try body(row) }
    }

    package func insert(
        into table: String, _ columns: [ExchangeColumn],
        _ rows: (_ write: ([Value]) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) {
        let names = columns.map(\.name.quotedName).joined(separator: ", ")
        try copy(into: "\(table) (\(names))", columns: columns.count) {
            (copy) throws(StoreError) in
            try rows { (values) throws(StoreError) in
                copy.beginRow()
                for (value, column) in zip(values, columns) {
                    copy.cells.append(value, column.kind)
                }
                try copy.endRow()
            }
        }
    }
}
