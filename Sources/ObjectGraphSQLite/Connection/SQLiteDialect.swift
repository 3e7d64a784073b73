import ObjectGraph
import ObjectGraphSQL

/// SQLite's own SQL.
struct SQLiteDialect: SQLDialect {
    func parameter(_ number: Int) -> String { "?\(number)" }

    func type(of kind: StoreColumn.Kind) -> String {
        switch kind {
        case .boolean, .integer: "INTEGER"
        case .double: "REAL"
        case .data: "BLOB"
        case .decimal, .text, .date, .uuid, .json: "TEXT"
        }
    }

    var objectKey: String { "INTEGER PRIMARY KEY" }
    var rowKey: String { "INTEGER PRIMARY KEY" }
    var keyedTableEnd: String { " WITHOUT ROWID" }
    var uniqueText: String { " UNIQUE" }

    /// References are checked at the end of a transaction.
    ///
    /// The objects of a save can therefore be written in any order.
    func reference(to table: String, cascades: Bool) -> String {
        " REFERENCES \(table) (\(SystemColumn.id.quotedName))"
            + "\(cascades ? " ON DELETE CASCADE" : "") DEFERRABLE INITIALLY DEFERRED"
    }

    func isReserved(_ name: String) -> Bool { name.hasPrefix("sqlite_") }

    /// SQLite has no limit for names.
    func name(_ wanted: String) -> String { wanted }

    var nameQuestion: String { "SELECT count(*) FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE" }
    var indexes: String { "(SELECT name, sql FROM sqlite_schema WHERE type = 'index')" }

    /// SQLite sorts `NULL` as required, and adds the number of the row.
    func indexTerms(_ columns: [String], isUnique: Bool) -> String {
        columns.joined(separator: ", ")
    }

    func constant(_ flag: Bool) -> String { flag ? "1" : "0" }

    func known(_ condition: String) -> String { "IFNULL(\(condition), 0)" }

    var same: String { "IS" }
    var different: String { "IS NOT" }

    /// A negative limit means no limit.
    var noLimit: SQLValue { .integer(-1) }

    /// SQLite sorts `NULL` as required.
    func sorted(_ term: String, isAscending: Bool) -> String {
        isAscending ? term : term + " DESC"
    }

    var decimalOrder: String { " COLLATE mercator_decimal" }

    func sum(of number: String, _ kind: StoreColumn.Kind) -> String {
        kind == .decimal ? "mercator_sum(\(number))" : "sum(\(number))"
    }

    func average(of number: String, _ kind: StoreColumn.Kind) -> String {
        kind == .decimal
            ? "mercator_average(\(number))" : "(CAST(sum(\(number)) AS REAL) / count(\(number)))"
    }

    /// A sum of integers beyond 64 bits becomes a floating-point number, which is found when the
    /// value is read or assigned; so is an infinite sum, unless another sum makes it `NULL`.
    func result(
        of operation: ValueOperator, _ left: String, _ right: String, _ kind: StoreColumn.Kind,
        isNested: Bool
    ) -> String? {
        switch operation {
        case .coalesced: "coalesce(\(left), \(right))"
        case .concatenation: "(\(left) || \(right))"
        case .sum, .difference:
            switch kind {
            case .decimal:
                "mercator_\(operation == .sum ? "added" : "subtracted")(\(left), \(right))"
            case .double where isNested: nil
            default: "(\(left) \(operation == .sum ? "+" : "-") \(right))"
            }
        }
    }

    /// The function is called for what is no integer of the type only: each call takes as long as
    /// the sum itself.
    func admitted(_ expression: String, _ type: AttributeType) -> String {
        let range: (Int64, Int64)
        switch type {
        case .integer16: range = (Int64(Int16.min), Int64(Int16.max))
        case .integer32: range = (Int64(Int32.min), Int64(Int32.max))
        case .integer64:
            return "CASE WHEN typeof(\(expression)) = 'integer' THEN \(expression) "
                + "ELSE mercator_whole(\(expression), 0, 0) END"
        case .double: return "mercator_finite(\(expression))"
        default: return expression
        }
        return "mercator_whole(\(expression), \(range.0), \(range.1))"
    }

    /// The tables of links have declared it.
    var removesLinks: Bool { true }

    func contains(
        _ text: TextTerm, _ part: String, at parameterIndex: Int
    ) -> (condition: String, value: SQLValue) {
        ("instr(\(text.sql), \(parameter(parameterIndex))) > 0", .string(part))
    }

    func matches(
        _ text: TextTerm, _ match: TextMatch, at parameterIndex: Int
    ) -> (condition: String, value: SQLValue) {
        let (kind, options) = (match.kind.rawValue.quotedText, match.options.rawValue)
        return (
            "mercator_match(\(text.sql), \(kind), \(parameter(parameterIndex)), \(options))",
            .string(match.pattern)
        )
    }

    func order(
        of text: TextTerm, _ options: TextOptions, at parameter: Int, alias: String
    ) -> (term: String, join: String, values: [SQLValue]) {
        ("mercator_fold(\(text.sql), \(options.rawValue))", "", [])
    }

    /// The type of a column is only a preference in SQLite.
    func isInteger(_ expression: String) -> String { "typeof(\(expression)) = 'integer'" }

    /// A sum of integers beyond 64 bits is a floating-point number.
    func isRounded(_ value: String, _ type: AttributeType) -> String? {
        StoreColumn.Kind(type) == .integer ? "typeof(\(value)) = 'real'" : nil
    }

    func widened(
        _ column: String, from type: AttributeType, to wider: AttributeType
    ) -> String? {
        switch type.widening(to: wider) {
        case nil: nil
        case .asIs: column
        case .number: "CAST(\(column) AS REAL)"
        case .digits: "CAST(\(column) AS TEXT)"
        case .decimal: "mercator_widened(\(column), 'double', 'decimal')"
        case .text(let type): "mercator_widened(\(column), \(type.rawValue.quotedText), 'string')"
        case .list(let type): "mercator_widened(\(column), \(type.rawValue.quotedText), 'array')"
        case .bytes: "CAST(\(column) AS BLOB)"
        case .json(let type): "mercator_json(\(column), \(type.rawValue.quotedText))"
        }
    }

    func renaming(table name: String, to other: String) -> [String] {
        ["ALTER TABLE \(name.quotedName) RENAME TO \(other.quotedName)"]
    }

    func renaming(index name: String, to other: String) -> String? { nil }

    /// A default would remain in the column.
    func addition(
        of column: String, _ declaration: String, to table: String, filledWith value: Value
    ) -> [String] {
        ["ALTER TABLE \(table) ADD COLUMN \(declaration)"]
    }
}
