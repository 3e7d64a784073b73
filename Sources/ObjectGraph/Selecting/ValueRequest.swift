/// A request for values: a ``SelectRequest`` with a resolved entity.
package struct ValueRequest: Sendable, Hashable {
    /// The objects, and the order and the limit of the rows.
    package var rows: RowRequest
    package var columns: [ValueExpression]
    package var groupPredicate: EntityPredicate
    package var isDistinct: Bool
    /// Indicates whether each row ends with its position; see ``ResolvedValues/outputs``.
    package var includesPosition = false
    /// The position after which rows begin; `nil` for the beginning.
    package var position: [Value]?

    /// Resolves the entity of a request.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the model has no such entity.
    package init(_ request: SelectRequest, _ model: ManagedObjectModel) throws(StoreError) {
        rows = try RowRequest(request.objects, model)
        columns = request.columns
        groupPredicate = request.groupPredicate
        isDistinct = request.isDistinct
    }
}
