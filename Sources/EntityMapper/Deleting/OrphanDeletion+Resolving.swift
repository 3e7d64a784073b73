import ObjectGraph
import OrphanDetection

extension OrphanDeletion {
    /// Returns the resolved requests of the scopes.
    ///
    /// - Throws: ``MappingError`` with code `invalidScope` for the first scope that does not match
    ///   the model.
    func resolvedScopes(in model: ManagedObjectModel) throws(MappingError) -> [RowRequest] {
        var requests: [RowRequest] = []
        for scope in scopes { requests.append(try scope.request.resolved(in: model)) }
        return requests
    }
}

extension FetchRequest {
    /// Returns the request with names resolved.
    ///
    /// - Throws: ``MappingError`` with code `invalidScope` if the request does not match the model.
    func resolved(in model: ManagedObjectModel) throws(MappingError) -> RowRequest {
        guard let entity = model.index(ofEntity: entityName) else {
            let names = model.entities.map(\.name)
            let advice = Suggestion.text(for: entityName, among: names)
            throw MappingError(
                .invalidScope,
                "a scope of the orphan deletion is for '\(entityName)', and the model has no such "
                    + "entity\(advice)")
        }
        do throws(StoreError) {
            let resolver = PredicateResolver(model: model, entity: entity)
            _ = try resolver.resolve(predicate)
            _ = try resolver.sortExpressions(sortKeys)
        } catch {
            throw MappingError(
                .invalidScope,
                "a scope of the orphan deletion, for '\(entityName)', does not fit: "
                    + error.message, cause: error)
        }
        return RowRequest(
            entity: entity, includesSubentities: includesSubentities, predicate: predicate,
            sortKeys: sortKeys, limit: limit.map { max(0, $0) }, offset: max(0, offset))
    }
}
