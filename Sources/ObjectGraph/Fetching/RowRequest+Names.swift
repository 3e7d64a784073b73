extension RowRequest {
    /// Resolves the entity of a request, and brings limit and offset into range.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the model has no such entity.
    init(_ request: FetchRequest, _ model: ManagedObjectModel) throws(StoreError) {
        guard let entity = model.index(ofEntity: request.entityName) else {
            let advice = Suggestion.text(for: request.entityName, among: model.entities.map(\.name))
            throw StoreError(
                .invalidRequest, "the model has no entity '\(request.entityName)'\(advice)")
        }
        self.init(
            entity: entity, includesSubentities: request.includesSubentities,
            predicate: request.predicate, sortKeys: request.sortKeys,
            limit: request.limit.map { max(0, $0) }, offset: max(0, request.offset))
    }
}
