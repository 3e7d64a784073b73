extension PersistentContainer {
    /// Returns the values of the rows of a selection as an asynchronous sequence.
    ///
    /// ```swift
    /// for try await (title, name) in container.rows(of: Article.self, \.title, \.author.name) {
    ///     print(title, name ?? "nobody")
    /// }
    /// ```
    ///
    /// The rows are read in pages while the loop proceeds, see ``rows(of:)``. A value that does not
    /// fit its type is an error with the code `unreadableValue`, and a schema struct that does not
    /// fit the model one with the code `invalidRequest`, in the loop.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - columns: The values of each row.
    ///   - condition: The condition of the objects.
    ///   - groupCondition: The condition of the groups, on columns and aggregates.
    ///   - sortKeys: The order of the rows, without options for texts.
    ///   - limit: The greatest number of rows.
    ///   - offset: The number of rows to skip.
    ///   - isDistinct: Whether equal rows occur once.
    /// - Returns: The rows, which are read again by each loop.
    public func rows<E: Entity, each Column: SelectableProperty>(
        of type: E.Type, _ columns: repeat KeyPath<E, each Column>,
        where condition: (E) -> EntityPredicate = { _ in .true },
        having groupCondition: (E) -> EntityPredicate = { _ in .true },
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        isDistinct: Bool = false
    ) -> AsyncThrowingMapSequence<SelectedRows, (repeat (each Column).Value)> {
        let request = SelectRequest(
            E.schema, repeat each columns, where: condition, having: groupCondition,
            sortedBy: sortKeys, limit: limit, offset: offset, isDistinct: isDistinct)
        let problem = model.problem(ofReading: type)
        return SelectedRows(request, self, problem: problem).map { row in
            var column = 0
            func next<Content: AttributeValue>(_ type: Content.Type) throws(StoreError) -> Content {
                guard let value = Content(attributeValue: row[column]) else {
                    throw request.mismatch(column, row[column], type)
                }
                column += 1
                return value
            }
            return (repeat try next((each Column).Value.self))
        }
    }
}
