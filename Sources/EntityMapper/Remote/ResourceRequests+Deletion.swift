public import ObjectGraph

/// An object that a list did not name, and the request that tells whether it still exists.
public struct ExistenceCheck: Sendable, Hashable {
    /// The object.
    public let object: ManagedObjectID
    /// Asks for the object; ``ResourceOperation/refresh`` says what the answer means.
    public let request: ResourceRequest
}

extension ResourceRequests {
    /// Finds out which objects to ask about, because the server has not named them.
    ///
    /// A list may be one page of several, so that an object that is not named need not be gone. Each is
    /// asked for; those with an answer of 404 are deleted by
    /// ``ResourceResponses/handle(_:status:body:for:in:)-(_,_,_,_,PersistentContainer)``. Where a list
    /// is known to be whole, ``OrphanDeletion`` needs no requests.
    ///
    /// Objects that the server does not know yet, and objects with changes that are still to be saved
    /// there, are left alone.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - listed: The identifications that the server has named.
    ///   - predicate: Which objects are asked about.
    ///   - context: Where the objects are.
    /// - Returns: A check for each object, in the order they were inserted in.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity, or a value is not one that its
    ///   attribute could have; `StoreError` if the store fails.
    public func checks(
        of entity: String, notIn listed: [Value], where predicate: EntityPredicate = .true,
        in context: ManagedObjectContext
    ) throws -> [ExistenceCheck] {
        let place = try place(ofEntity: entity)
        let mapping = plan.mappings.mappings[place]
        let key = try identifierAttribute(of: place)
        let known = Set(try texts(of: listed, place))
        var checks: [ExistenceCheck] = []
        for object in try context.fetch(FetchRequest(entity, where: predicate)) {
            if let state = mapping.synchronizationAttribute,
                object[state] == .integer(SynchronizationState.edited.rawValue)
            {
                continue
            }
            guard !object[key].isNull else { continue }
            let identifier = try text(of: object[key], attribute: key, place)
            guard !known.contains(identifier) else { continue }
            checks.append(
                ExistenceCheck(
                    object: object.objectID, request: get(try url(place, identifier), nil)))
        }
        return checks
    }
}
