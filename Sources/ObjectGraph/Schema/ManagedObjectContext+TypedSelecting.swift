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
    @inlinable
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
        try forEachValueBlock(of: request) { (block) throws(StoreError) in
            rows.reserveCapacity(rows.count + block.rowCount)
            for row in 0..<block.rowCount {
                var column = 0
                rows.append((repeat try block.next((each Column).Value.self, of: row, &column)))
            }
        }
        return rows
    }

    /// Reads all rows of a selection in large blocks.
    @usableFromInline
    func forEachValueBlock(
        of request: SelectRequest, _ body: (SelectedBlock) throws(StoreError) -> Void
    ) throws(StoreError) {
        try forEachBlock(of: request) { (block) throws(StoreError) in
            try body(SelectedBlock(block: block, request: request))
        }
    }
}

/// The values of some rows, which a caller's module reads as its own types.
@usableFromInline
struct SelectedBlock {
    let block: RowBlock
    let request: SelectRequest

    @usableFromInline var rowCount: Int { block.rowCount }

    /// Returns the value of the next column of a row.
    ///
    /// - Throws: ``StoreError`` with code `unreadableValue` if it does not fit the type.
    @inlinable
    func next<Value: AttributeValue>(
        _ type: Value.Type, of row: Int, _ column: inout Int
    ) throws(StoreError) -> Value {
        let stored = value(column, of: row)
        guard let value = Value(attributeValue: stored) else {
            throw mismatch(column, "\(Value.self)", stored)
        }
        column += 1
        return value
    }

    @usableFromInline
    func value(_ column: Int, of row: Int) -> Value { block.value(column, of: row) }

    @usableFromInline
    func mismatch(_ column: Int, _ type: String, _ stored: Value) -> StoreError {
        StoreError(
            .unreadableValue,
            "\(request.entityName): '\(request.columns[column].name)' is no value of type "
                + "\(type): found \(stored)".shortened(to: 200))
    }
}
