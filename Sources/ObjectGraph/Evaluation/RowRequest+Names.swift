extension RowRequest {
    /// Resolves the entity of a request; a negative limit or offset becomes 0.
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

extension FetchRequest {
    /// Returns the slots of the attributes that are read with the objects; `nil` for all.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the entity lacks one of the
    ///   attributes.
    func slots(in model: ManagedObjectModel) throws(StoreError) -> [Int]? {
        guard let attributesToFetch, let layout = model.layout(named: entityName) else {
            return nil
        }
        var slots: Set<Int> = []
        for name in attributesToFetch {
            guard let slot = layout.slotIndexes[name], layout.slots[slot].attribute != nil else {
                let names = layout.slots.compactMap(\.attribute?.name)
                throw StoreError(
                    .invalidRequest,
                    "\(entityName) has no attribute '\(name)' to fetch"
                        + Suggestion.text(for: name, among: names))
            }
            slots.insert(slot)
        }
        return slots.sorted()
    }
}

extension RowRequest {
    /// Resolves the entity of an update.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the model has no such entity.
    init(_ request: UpdateRequest, _ model: ManagedObjectModel) throws(StoreError) {
        try self.init(
            FetchRequest(
                request.entityName, where: request.predicate,
                includesSubentities: request.includesSubentities), model)
    }

    /// Resolves the entity of a deletion.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the model has no such entity.
    init(_ request: DeleteRequest, _ model: ManagedObjectModel) throws(StoreError) {
        try self.init(
            FetchRequest(
                request.entityName, where: request.predicate,
                includesSubentities: request.includesSubentities), model)
    }
}
