extension PersistentContainer {
    /// Returns the rows of a selection, followed by their changes by each save.
    ///
    /// The first element contains all rows as inserted ones. Each save that changes them adds an
    /// element with the new rows and the changes.
    ///
    /// ```swift
    /// let request = SelectRequest(
    ///     "Article", ["author.name", .count, .maximum("rating")], sortedBy: [.descending(.count)])
    /// for try await changes in container.changes(of: request) {
    ///     changes.apply(to: &lines) { row in "\(row[0]): \(row[1])" }
    /// }
    /// ```
    ///
    /// The rows are maintained like the result of a fetch: the rows of a save decide. In a grouped
    /// selection, the values of the saved objects are removed from the aggregates and added again,
    /// which is exact for counts, extremes, and sums and means of whole and decimal numbers; for
    /// this, the group columns and the aggregated values of all objects are kept in memory. Sums
    /// and means of floating-point numbers depend on their order, so the touched groups are asked
    /// for; so are all groups if they are more than 16.
    ///
    /// Which saves are observed, and when, is the same as in ``changes(of:pollingEvery:)``.
    ///
    /// - Parameters:
    ///   - request: The selection to observe.
    ///   - interval: The polling interval for writes by others; `nil` for no polling.
    /// - Returns: A sequence that runs until its task is cancelled. It throws what
    ///   ``ManagedObjectContext/select(_:)-(SelectRequest)`` throws.
    /// - Complexity: Until an element is requested, a save costs O(*d*) in the number of saved
    ///   rows. An element costs O(*d* log *n*) for *n* rows, and a few requests for each
    ///   relationship that the selection follows; with a limit or an offset, O(*n*).
    public func changes(
        of request: SelectRequest, pollingEvery interval: Duration? = nil
    ) -> SelectChanges {
        SelectChanges(
            request: request, model: model, backend: backend, container: state, interval: interval)
    }
    /// Returns the rows of a typed selection, followed by their changes by each save.
    ///
    /// The columns are properties of a schema struct.
    ///
    /// ```swift
    /// let standings = container.changes(
    ///     of: Article.self, selecting: \.author.name, \.objectCount, \.rating.maximum,
    ///     where: { $0.isArchived == false }, sortedBy: [.descending(\Article.objectCount)])
    /// ```
    ///
    /// In all other respects it is the same as ``changes(of:pollingEvery:)-(SelectRequest,_)``. The
    /// rows have values by the names of their columns, and can be decoded.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - column: The first value of each row.
    ///   - others: The other values.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows.
    ///   - limit: The greatest number of rows; `nil` for no limit.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    ///   - interval: The polling interval for writes by others; `nil` for no polling.
    /// - Returns: A sequence that runs until its task is cancelled.
    public func changes<E: Entity, First: SelectableProperty, each Column: SelectableProperty>(
        of type: E.Type, selecting column: KeyPath<E, First>,
        _ others: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false, pollingEvery interval: Duration? = nil
    ) -> SelectChanges {
        let schema = E.schema
        var columns = [schema[keyPath: column].expression]
        for other in repeat each others { columns.append(schema[keyPath: other].expression) }
        let request = SelectRequest(
            E.entityName, columns, where: condition(schema), having: groupCondition(schema),
            sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
        return changes(of: request, pollingEvery: interval)
    }
}
