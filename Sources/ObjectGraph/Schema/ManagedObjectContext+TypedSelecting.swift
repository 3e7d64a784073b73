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
        try rows(
            of: selectRequest(
                type, repeat each columns, where: condition, having: groupCondition,
                sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
        ) { (values) throws(StoreError) in
            (repeat try values.next((each Column).Value.self))
        }
    }

    /// Calls a closure with the values of each row of a selection, without keeping the rows.
    ///
    /// ```swift
    /// try context.forEachRow(of: Article.self, \.title, \.author.name) { title, name in
    ///     print(title, name ?? "nobody")
    /// }
    /// ```
    ///
    /// Memory does not depend on the number of rows. The closure can use the context; its changes
    /// do not affect the rows.
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
    ///   - body: Called with the values of each row, in order.
    /// - Throws: The errors of
    ///   ``select(_:_:where:having:sortedBy:limit:offset:isDistinct:)->[((Column).Value)]``, and
    ///   the error of `body`, which ends the reading.
    public func forEachRow<E: Entity, each Column: SelectableProperty>(
        of type: E.Type, _ columns: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, _ body: (repeat (each Column).Value) throws -> Void
    ) throws {
        let request = try selectRequest(
            type, repeat each columns, where: condition, having: groupCondition,
            sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
        try forEachRow(
            of: request,
            { (values) throws(StoreError) in (repeat try values.next((each Column).Value.self)) },
            { (row: (repeat (each Column).Value)) in try body(repeat each row) })
    }

    /// Returns the request for columns of a schema struct that fits the model.
    @usableFromInline
    func selectRequest<E: Entity, each Column: SelectableProperty>(
        _ type: E.Type, _ columns: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate, having groupCondition: (E) -> EntityPredicate,
        sortedBy sortKeys: [SortKey], limit: Int?, offset: Int, isDistinct: Bool
    ) throws(StoreError) -> SelectRequest {
        SelectRequest(
            try readableSchema(type), repeat each columns, where: condition,
            having: groupCondition, sortedBy: sortKeys, limit: limit, offset: offset,
            isDistinct: isDistinct)
    }
}

extension SelectRequest {
    /// Creates the request for columns of a schema struct.
    init<E: Entity, each Column: SelectableProperty>(
        _ schema: E, _ columns: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate, having groupCondition: (E) -> EntityPredicate,
        sortedBy sortKeys: [SortKey], limit: Int?, offset: Int, isDistinct: Bool
    ) {
        var expressions: [ValueExpression] = []
        for column in repeat each columns { expressions.append(schema[keyPath: column].expression) }
        self.init(
            E.entityName, expressions, where: condition(schema), having: groupCondition(schema),
            sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
    }
}
