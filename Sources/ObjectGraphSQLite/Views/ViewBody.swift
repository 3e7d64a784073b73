import ObjectGraph
import ObjectGraphSQL

/// The columns and joins of a view while it is written.
struct ViewBody {
    private let schema: StoreSchema
    private let identifications: Identifications
    private var columns: [(expression: String, name: String)] = []
    private var joins: [String] = []
    private var taken: Set<String> = []

    /// The greatest number of joined tables.
    ///
    /// SQLite allows 64 in one statement, and a query may join views.
    private static let joinLimit = 24
    /// The greatest number of columns of a statement in SQLite.
    private static let columnLimit = 2000

    init(_ schema: StoreSchema, _ identifications: Identifications) {
        self.schema = schema
        self.identifications = identifications
    }

    /// Adds a column of the table under a name; or under the other one if the name is taken.
    mutating func add(_ column: String, as name: String, otherwise other: String) {
        add(expression: Self.expression("t", column), [name, other])
    }

    /// Adds the key and the label of the object that a column refers to.
    mutating func add(reference column: String, as prefix: String, to destination: Int) {
        let entity = schema.model.entities[destination]
        let keys = identifications.attributes(of: entity)
        let label = entity.labelAttribute.flatMap { keys.contains($0) ? nil : $0 }
        let names = keys + (label.map { [$0] } ?? [])
        if keys.isEmpty || joins.count == Self.joinLimit {
            add(expression: Self.expression("t", column), ["\(prefix)_id"])
        }
        guard !names.isEmpty, joins.count < Self.joinLimit,
            let table = schema.tables[schema.model.layouts[destination].root]
        else { return }
        let alias = "r\(joins.count + 1)"
        joins.append(
            "LEFT JOIN \(table.sql) AS \(alias) ON "
                + "\(Self.expression(alias, SystemColumn.id)) = \(Self.expression("t", column))")
        for name in names {
            guard let slot = schema.model.layouts[destination].slotIndexes[name],
                let attribute = try? schema.column(slot, of: destination)
            else { continue }
            add(expression: Self.expression(alias, attribute.name), ["\(prefix)_\(name)"])
        }
    }

    private mutating func add(expression: String, _ names: [String]) {
        guard columns.count < Self.columnLimit else { return }
        var (candidates, number) = (names[...], 2)
        var name = candidates.removeFirst()
        while !taken.insert(name.lowercased()).inserted {
            name = candidates.popFirst() ?? "\(names[names.count - 1])_\(number)"
            if candidates.isEmpty { number += 1 }
        }
        columns.append((expression, name))
    }

    private static func expression(_ table: String, _ column: String) -> String {
        "\(table).\(column.quotedName)"
    }

    /// Returns the statement that reads a table with these columns.
    func selection(from table: String, where condition: String?) -> String {
        let lines = columns.map { "  \($0.expression) AS \($0.name.quotedName)" }
        let ends = ["FROM \(table) AS t"] + joins + (condition.map { ["WHERE \($0)"] } ?? [])
        return "SELECT\n\(lines.joined(separator: ",\n"))\n\(ends.joined(separator: "\n"))"
    }
}
