/// One row of a selection: values by the name or the index of their column.
///
/// It holds values and no object, so it can leave the unit of work.
///
/// ```swift
/// for row in try context.select(request) { print(row["author.name"] ?? .null, row[1]) }
/// ```
public struct SelectedRow: Sendable {
    private let columns: SelectedColumns
    private let row: Row

    init(_ row: Row, _ columns: SelectedColumns) {
        self.row = row
        self.columns = columns
    }

    /// The names of the columns, in order.
    public var names: [String] { columns.names }

    /// The values, in the order of the columns.
    public var values: [Value] { columns.names.indices.map { row[$0] } }

    /// The values by the names of their columns; of two columns with one name, the first.
    public var dictionary: [String: Value] { columns.indices.mapValues { row[$0] } }

    /// The value of a column; `nil` if there is no column of that name.
    public subscript(name: String) -> Value? { columns.indices[name].map { row[$0] } }

    /// The value of a column, by its index from 0.
    ///
    /// - Precondition: The index is less than the number of columns.
    public subscript(index: Int) -> Value {
        precondition(
            columns.names.indices.contains(index),
            "a row of \(columns.names.count) columns has no column \(index)")
        return row[index]
    }
}

extension SelectedRow: Hashable {
    /// Compares names and values.
    public static func == (left: SelectedRow, right: SelectedRow) -> Bool {
        left.names == right.names && left.values == right.values
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The names of the columns of a selection, shared by its rows.
final class SelectedColumns: Sendable {
    let names: [String]
    /// The index of each name; of two equal names, the first.
    let indices: [String: Int]

    init(_ columns: [ValueExpression]) {
        names = columns.map(\.name)
        indices = Dictionary(
            zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }
}
