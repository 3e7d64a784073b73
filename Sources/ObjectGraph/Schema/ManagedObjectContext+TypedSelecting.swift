extension ManagedObjectContext {
    /// Returns values of the objects, or of groups of objects, of a schema struct.
    ///
    /// ```swift
    /// // [(String, String?)]
    /// let best = try context.select(
    ///     Article.self, \.title, \.author.name, sortedBy: [.descending(\Article.rating)]
    /// ) { $0.isArchived == false }
    /// // [(String?, Int, Double?)]: one row for each author
    /// let standings = try context.select(
    ///     Article.self, \.author.name, \.objectCount, \.rating.maximum,
    ///     having: { $0.objectCount >= 5 }, sortedBy: [.descending(\Article.objectCount)])
    /// ```
    ///
    /// A column of several makes the rows tuples; one column alone makes them values. If a column
    /// is an aggregate of groups, objects are grouped by the other columns, see ``SelectRequest``.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - columns: The values of each row.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    /// - Returns: The rows, in order.
    /// - Throws: ``StoreError`` with code `unreadableValue` if a stored value does not fit its
    ///   Swift type, and otherwise as ``select(_:)``.
    public func select<E: Entity, each Column: SelectableProperty>(
        _ type: E.Type, _ columns: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false
    ) throws(StoreError) -> [(repeat (each Column).Value)] {
        let schema = try readableSchema(type)
        var expressions: [ValueExpression] = []
        for column in repeat each columns { expressions.append(schema[keyPath: column].expression) }
        let request = SelectRequest(
            E.entityName, expressions, where: condition(schema), having: groupCondition(schema),
            sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
        var rows: [(repeat (each Column).Value)] = []
        try forEachBlock(of: request) { (block) throws(StoreError) in
            rows.reserveCapacity(rows.count + block.rowCount)
            for row in 0..<block.rowCount {
                var values = SelectedValues(block: block, row: row, request: request)
                rows.append((repeat try values.next((each Column).Value.self)))
            }
        }
        return rows
    }
}

/// Reads the values of a row one after the other.
private struct SelectedValues {
    let block: RowBlock
    let row: Int
    let request: SelectRequest
    var column = 0

    /// Returns the value of the next column.
    mutating func next<Value: AttributeValue>(
        _ type: Value.Type
    ) throws(StoreError) -> Value {
        let stored = block.value(column, of: row)
        guard let value = Value(attributeValue: stored) else {
            throw StoreError(
                .unreadableValue,
                "\(request.entityName): '\(request.columns[column].name)' is no value of type "
                    + "\(Value.self): found \(stored)".shortened(to: 200))
        }
        column += 1
        return value
    }
}
