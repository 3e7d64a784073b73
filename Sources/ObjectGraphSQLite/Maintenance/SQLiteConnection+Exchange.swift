import ObjectGraph
import ObjectGraphSQL

extension SQLiteConnection: ExchangeSession {
    func stream(
        _ sql: String, _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepare(sql)
        try statement.forEachRow { () throws(StoreError) in try body(statement) }
    }

    func insert(
        into table: String, _ columns: [ExchangeColumn],
        _ rows: (_ write: ([Value]) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) {
        let names = columns.map(\.name.quotedName).joined(separator: ", ")
        let parameters = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try prepare("INSERT INTO \(table) (\(names)) VALUES (\(parameters))")
        try rows { (values) throws(StoreError) in
            for (index, value) in values.enumerated() {
                try statement.bind(value, at: Int32(index) + 1)
            }
            try statement.run()
        }
    }
}
