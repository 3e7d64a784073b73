import ObjectGraph
import ObjectGraphSQL

/// Conditions on keys; a list of keys is one parameter.
extension PostgresDialect {
    func numbers(_ numbers: [Int64], at parameterIndex: Int) -> (
        membership: String, value: SQLValue
    ) {
        ("= ANY(\(parameter(parameterIndex)))", .numbers(numbers))
    }

    func keys(_ keys: [[Value]], at parameterIndex: Int) -> (membership: String, value: SQLValue) {
        ("= ANY(\(parameter(parameterIndex)))", .list(keys.map { $0[0] }.filter { !$0.isNull }))
    }

    /// Returns one branch for each set of parts that are `NULL` in a key, because no index finds
    /// rows with `IS NOT DISTINCT FROM`: with it, 200 keys took 300 times as long.
    func rows(
        of table: String, by columns: [String], _ keys: [[Value]]
    ) -> (source: String, condition: String, values: [SQLValue]) {
        var branches: [[Bool]: Set<[Value]>] = [:]
        for key in keys { branches[key.map(\.isNull), default: []].insert(key) }
        var values: [SQLValue] = []
        var selections: [String] = []
        for (isNull, keys) in branches.sorted(by: { $0.key.bits < $1.key.bits }) {
            let given = columns.indices.filter { !isNull[$0] }
            let keys = Array(keys)
            var conditions = columns.indices.filter { isNull[$0] }.map {
                "r.\(columns[$0]) IS NULL"
            }
            var source = "\(table) AS r"
            if !given.isEmpty {
                let parameters = given.map { part in
                    values.append(.list(keys.map { $0[part] }))
                    return parameter(values.count)
                }
                let names = given.map { "k\($0)" }.joined(separator: ", ")
                source += ", unnest(\(parameters.joined(separator: ", "))) AS k(\(names))"
                conditions += given.map { "r.\(columns[$0]) = k.k\($0)" }
            }
            selections.append(
                "SELECT r.* FROM \(source) WHERE \(conditions.joined(separator: " AND "))")
        }
        return ("(\(selections.joined(separator: " UNION ALL "))) AS t", "TRUE", values)
    }

    var temporaryTables: TemporaryTables {
        TemporaryTables(schema: "pg_temp", joining: .statistics)
    }

    /// PostgreSQL decides on the order.
    var orderedJoin: String { "JOIN" }

    /// Returns a comparison with `=`, which allows hash joins.
    ///
    /// `IS NOT DISTINCT FROM` would compare all pairs.
    func sameKey(_ expression: String, _ other: String, _ kind: StoreColumn.Kind) -> String {
        let substitute = kind.substitute
        return "COALESCE(\(expression), \(substitute)) = COALESCE(\(other), \(substitute)) "
            + "AND (\(expression) IS NULL) = (\(other) IS NULL)"
    }

    func elements(
        of array: String, as type: AttributeType, areFitting: Bool
    ) -> (table: String, value: String)? { nil }
}

extension [Bool] {
    /// The flags as the digits of a number, for a fixed order.
    fileprivate var bits: String { String(map { $0 ? "1" : "0" }) }
}

extension StoreColumn.Kind {
    /// A value of the kind that replaces `NULL` in comparisons.
    fileprivate var substitute: String {
        switch self {
        case .boolean: "FALSE"
        case .integer, .double, .decimal: "0"
        case .text, .date, .json: "''"
        case .data: "''::bytea"
        case .uuid: "'00000000-0000-0000-0000-000000000000'::uuid"
        }
    }
}
