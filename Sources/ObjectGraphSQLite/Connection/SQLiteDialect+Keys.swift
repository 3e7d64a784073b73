import ObjectGraph
import ObjectGraphSQL

/// Keys; SQLite reads many of them from one JSON text.
extension SQLiteDialect {
    func numbers(_ numbers: [Int64], at parameter: Int) -> (membership: String, value: SQLValue) {
        ("IN (SELECT value FROM json_each(?\(parameter)))", .value(KeyList.numbers(numbers)))
    }

    /// SQLite sorts the keys, and looks up each in an index if there is one.
    ///
    /// 10 000 integer keys take about as long as reading the rows they find.
    func keys(_ keys: [[Value]], at parameter: Int) -> (membership: String, value: SQLValue) {
        let form = KeyList.Form.of(keys.lazy.map { $0[0] })
        return (
            "IN (SELECT \(form.sql("value")) FROM json_each(?\(parameter)))",
            .value(KeyList.keys(keys, forms: [form]))
        )
    }

    func rows(
        of table: String, by columns: [String], _ keys: [[Value]]
    ) -> (source: String, condition: String, values: [SQLValue]) {
        let forms = columns.indices.map { part in KeyList.Form.of(keys.lazy.map { $0[part] }) }
        let parts = forms.enumerated().map { index, form in
            "\(form.sql("json_extract(value, '$[\(index)]')")) AS k\(index)"
        }
        let matches = columns.enumerated().map { "t.\($1) IS k.k\($0)" }
        // CROSS JOIN fixes the order: the keys are the outer loop, the index the inner one.
        // DISTINCT ensures that a duplicate key finds its rows once.
        return (
            "(SELECT DISTINCT \(parts.joined(separator: ", ")) FROM json_each(?1)) AS k "
                + "CROSS JOIN \(table) AS t",
            matches.joined(separator: " AND "), [.value(KeyList.keys(keys, forms: forms))]
        )
    }

    var temporaryTables: TemporaryTables { TemporaryTables(schema: "temp", joining: .keys) }

    /// SQLite does not reorder the tables of a cross join.
    var orderedJoin: String { "CROSS JOIN" }

    func sameKey(_ expression: String, _ other: String, _ kind: StoreColumn.Kind) -> String {
        "\(expression) IS \(other)"
    }

    func elements(
        of array: String, as type: AttributeType, areFitting: Bool
    ) -> (table: String, value: String)? {
        let none = #"{"fit":[null],"mismatch":[]}"#.quotedText
        let elements =
            "iif(\(array) IS NULL, \(none), "
            + "mercator_elements(\(array), \(type.rawValue.quotedText)))"
        return areFitting
            ? ("json_each(\(elements), '$.fit')", KeyElements.form(of: type).sql("k.value"))
            : ("json_each(\(elements), '$.mismatch')", "k.value")
    }
}
