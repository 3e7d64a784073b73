/// Sorts rows by sort keys.
///
/// Rows without a value come first in ascending and last in descending order. Rows that are equal
/// under all keys are ordered by ascending number, regardless of the direction of the keys.
package struct RowSorter: Sendable {
    private let keys: [Key]
    private let model: ManagedObjectModel

    private struct Key: Sendable {
        var expression: ResolvedExpression
        var isAscending: Bool
        var options: TextOptions
    }

    /// Resolves the keys; see ``PredicateResolver/sortExpressions(_:)``.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    package init(
        _ keys: [SortKey], entity: Int, model: ManagedObjectModel
    ) throws(StoreError) {
        let expressions = try PredicateResolver(model: model, entity: entity).sortExpressions(keys)
        self.keys = zip(keys, expressions).map { key, expression in
            Key(expression: expression, isAscending: key.isAscending, options: key.options)
        }
        self.model = model
    }

    /// Creates an order by expressions, with their directions.
    init(_ terms: [(ResolvedExpression, isAscending: Bool)], model: ManagedObjectModel) {
        keys = terms.map { Key(expression: $0, isAscending: $1, options: []) }
        self.model = model
    }

    /// Returns the rows in order.
    ///
    /// - Complexity: O(*n* log *n*); the sort values of each row are looked up once.
    package func sorted(
        _ rows: [StoredRow], in graph: some GraphNavigator
    ) throws(StoreError) -> [StoredRow] {
        guard !keys.isEmpty else { return rows.sorted { $0.number < $1.number } }
        var items: [(row: StoredRow, values: [Value])] = []
        items.reserveCapacity(rows.count)
        for row in rows { items.append((row, try values(of: row, in: graph))) }
        items.sort { left, right in
            switch order(left.values[...], right.values[...]) {
            case .before: true
            case .after: false
            case .same: left.row.number < right.row.number
            }
        }
        return items.map(\.row)
    }

    /// The number of sort keys.
    var width: Int { keys.count }

    /// Returns the values of a row under all keys, in the form in which they are compared.
    ///
    /// - Throws: ``StoreError`` if related rows cannot be read, or with code `overflow`.
    func values(
        of row: StoredRow, in graph: some GraphNavigator
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(keys.count)
        for key in keys {
            let value = try key.expression.value(of: row, in: graph, model)
            if case .string(let text) = value {
                values.append(.string(key.options.folded(text)))
            } else {
                values.append(value)
            }
        }
        return values
    }

    /// Compares the values of two rows; rows with the same values are ordered by number.
    func order(_ left: ArraySlice<Value>, _ right: ArraySlice<Value>) -> ValueOrder {
        for (index, key) in keys.enumerated() {
            let order = left[left.startIndex + index].order(to: right[right.startIndex + index])
            if order != .same { return key.isAscending ? order : order.reversed }
        }
        return .same
    }
}
