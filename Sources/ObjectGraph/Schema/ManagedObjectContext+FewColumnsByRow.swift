/// Readings of few columns row by row, which are specialized for their types.
///
/// They mean the same as selections of a pack of columns, which the compiler does not specialize.
extension ManagedObjectContext {
    /// Calls a closure with a value of each row of a selection, without keeping the rows.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - a: The column.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    ///   - body: Called with the values of each row, in order.
    /// - Throws: The errors as for any number of columns.
    @inlinable
    public func forEachRow<E: Entity, A: SelectableProperty>(
        of type: E.Type, _ a: KeyPath<E, A>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, _ body: (A.Value) throws -> Void
    ) throws {
        try forEachRow(
            of: selectRequest(
                type, a, where: condition, having: groupCondition, sortedBy: sortKeys,
                limit: limit, offset: offset, isDistinct: isDistinct),
            { (row) throws(StoreError) in try row.next(A.Value.self) },
            { try body($0) })
    }

    /// Calls a closure with two values of each row of a selection, without keeping the rows.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - a: The first column.
    ///   - b: The second column.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    ///   - body: Called with the values of each row, in order.
    /// - Throws: The errors as for any number of columns.
    @inlinable
    public func forEachRow<E: Entity, A: SelectableProperty, B: SelectableProperty>(
        of type: E.Type, _ a: KeyPath<E, A>, _ b: KeyPath<E, B>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, _ body: (A.Value, B.Value) throws -> Void
    ) throws {
        try forEachRow(
            of: selectRequest(
                type, a, b, where: condition, having: groupCondition, sortedBy: sortKeys,
                limit: limit, offset: offset, isDistinct: isDistinct),
            { (row) throws(StoreError) in (try row.next(A.Value.self), try row.next(B.Value.self))
            },
            { try body($0.0, $0.1) })
    }

    /// Calls a closure with three values of each row of a selection, without keeping the rows.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - a: The first column.
    ///   - b: The second column.
    ///   - c: The third column.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    ///   - body: Called with the values of each row, in order.
    /// - Throws: The errors as for any number of columns.
    @inlinable
    public func forEachRow<
        E: Entity, A: SelectableProperty, B: SelectableProperty, C: SelectableProperty
    >(
        of type: E.Type, _ a: KeyPath<E, A>, _ b: KeyPath<E, B>, _ c: KeyPath<E, C>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, _ body: (A.Value, B.Value, C.Value) throws -> Void
    ) throws {
        try forEachRow(
            of: selectRequest(
                type, a, b, c, where: condition, having: groupCondition, sortedBy: sortKeys,
                limit: limit, offset: offset, isDistinct: isDistinct),
            { (row) throws(StoreError) in
                (try row.next(A.Value.self), try row.next(B.Value.self), try row.next(C.Value.self))
            },
            { try body($0.0, $0.1, $0.2) })
    }

    /// Calls a closure with four values of each row of a selection, without keeping the rows.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - a: The first column.
    ///   - b: The second column.
    ///   - c: The third column.
    ///   - d: The fourth column.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    ///   - body: Called with the values of each row, in order.
    /// - Throws: The errors as for any number of columns.
    @inlinable
    public func forEachRow<
        E: Entity, A: SelectableProperty, B: SelectableProperty, C: SelectableProperty,
        D: SelectableProperty
    >(
        of type: E.Type, _ a: KeyPath<E, A>, _ b: KeyPath<E, B>, _ c: KeyPath<E, C>,
        _ d: KeyPath<E, D>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, _ body: (A.Value, B.Value, C.Value, D.Value) throws -> Void
    ) throws {
        try forEachRow(
            of: selectRequest(
                type, a, b, c, d, where: condition, having: groupCondition, sortedBy: sortKeys,
                limit: limit, offset: offset, isDistinct: isDistinct),
            { (row) throws(StoreError) in
                (
                    try row.next(A.Value.self), try row.next(B.Value.self),
                    try row.next(C.Value.self), try row.next(D.Value.self)
                )
            },
            { try body($0.0, $0.1, $0.2, $0.3) })
    }
}
