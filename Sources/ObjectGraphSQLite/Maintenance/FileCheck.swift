import ObjectGraph
import ObjectGraphSQL

/// Checks a file, and values of rows that cannot be read, or would be read as a different value.
struct FileCheck: StorageCheck {
    let connection: SQLiteConnection

    func checkStorage(_ check: IntegrityCheck) throws(StoreError) {
        try check.attempt("the file") { () throws(StoreError) in
            let sql = "PRAGMA integrity_check(\(check.limit + 1))"
            for line in try connection.texts(sql) where line != "ok" {
                check.add(IntegrityProblem(.damagedFile, line))
            }
        }
    }

    /// Checks the indexes that a load has postponed, and the search indexes.
    func checkRecords(_ check: IntegrityCheck) throws(StoreError) {
        try check.attempt("mercator_store") { () throws(StoreError) in
            for name in try PostponedIndexes(connection).unreadable() {
                check.add(
                    IntegrityProblem(
                        .damagedFile,
                        "mercator_store names an index '\(name.prefix(80))' to make, and not how"))
            }
        }
        try StoreSearch(connection).check(check)
    }

    func checkValues(of table: StoreTable, _ check: IntegrityCheck) throws(StoreError) {
        let values = ValueCheck(connection, check)
        try check.attempt(table.name) { () throws(StoreError) in try values.checkStorage(table) }
        try check.attempt(table.name) { () throws(StoreError) in try values.checkContent(table) }
    }
}

/// Checks values of rows that cannot be read, or would be read as a different value.
private struct ValueCheck {
    private let connection: SQLiteConnection
    private let check: IntegrityCheck
    private var schema: StoreSchema { check.schema }

    init(_ connection: SQLiteConnection, _ check: IntegrityCheck) {
        self.connection = connection
        self.check = check
    }

    /// The greatest number of columns in one query, because SQLite limits the depth of expressions.
    private static let width = 50

    /// Finds values whose storage class differs from the storage class of their column.
    ///
    /// Columns of references and positions are checked with their relationships.
    func checkStorage(_ table: StoreTable) throws(StoreError) {
        let columns = table.columns.filter { check.attribute(of: $0) != nil }
        for columns in columns.chunks(of: ValueCheck.width) {
            let wrong = columns.map { column in
                "typeof(\(column.sql)) NOT IN ('null', \(column.kind.storage.quotedText))"
            }
            let types = columns.map { "typeof(\($0.sql))" }.joined(separator: ", ")
            let sql =
                #"SELECT "_id", \#(types) FROM \#(table.sql) WHERE "#
                + wrong.joined(separator: " OR ")
            let found = try check.ask(sql) { (row) throws(StoreError) in
                (number: row.integer(0), types: columns.indices.map { row.text(Int32($0) + 1) })
            }
            for (number, types) in found {
                for (column, type) in zip(columns, types)
                where type != "null" && type != column.kind.storage {
                    check.addUnreadable(column, number, table, "found \(type)")
                }
            }
        }
    }

    /// Reads every value with a possibly invalid text for its type, as a fetch does.
    func checkContent(_ table: StoreTable) throws(StoreError) {
        let columns = table.columns.filter { check.attribute(of: $0).map(needsReading) ?? false }
        for columns in columns.chunks(of: ValueCheck.width) {
            let names = columns.map(\.sql).joined(separator: ", ")
            let statement = try connection.prepare(#"SELECT "_id", \#(names) FROM \#(table.sql)"#)
            try statement.forEachRow { () throws(StoreError) in
                for (position, column) in columns.enumerated() where !check.isFull {
                    read(statement, Int32(position) + 1, column, table)
                }
            }
        }
    }

    private func read(
        _ row: SQLiteStatement, _ index: Int32, _ column: StoreColumn, _ table: StoreTable
    ) {
        guard let attribute = check.attribute(of: column) else { return }
        let value = row.value(index, column.kind)
        if value == nil {
            // A value of another storage class is reported by the check of storage classes.
            guard row.hasStorage(column.kind.storage, index) else { return }
            check.addUnreadable(
                column, row.integer(0), table, "found '\(row.text(index).prefix(40))'")
        } else if let value, attribute.type.normalized(value) == nil,
            row.hasStorage(column.kind.storage, index)
        {
            check.addUnreadable(
                column, row.integer(0), table, "found '\(row.text(index).prefix(40))'")
        }
    }

    /// Indicates whether the storage class alone does not determine if a value is valid.
    private func needsReading(_ attribute: AttributeDescription) -> Bool {
        switch attribute.type {
        case .integer64, .double, .string, .url, .data: false
        default: true
        }
    }
}

extension StoreColumn.Kind {
    /// The storage class of the column's values.
    fileprivate var storage: String {
        switch self {
        case .boolean, .integer: "integer"
        case .double: "real"
        case .data: "blob"
        case .decimal, .text, .date, .uuid, .json: "text"
        }
    }
}

extension Array {
    /// Returns the elements in groups of at most `count`.
    fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}
