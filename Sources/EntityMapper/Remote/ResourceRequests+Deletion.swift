public import ObjectGraph

/// An object that a list did not name, and the request that tells whether it still exists.
///
/// See ``ResourceRequests/checks(of:notAmong:where:in:)``.
public struct ExistenceCheck: Sendable, Hashable {
    /// The object.
    public let object: ManagedObjectID
    /// Asks for the object; ``ResourceOperation/refresh`` says what the answer means.
    public let request: ResourceRequest
}

extension ResourceRequests {
    /// Finds out which objects to ask about, because the server has not named them.
    ///
    /// ```swift
    /// let checks = try requests.checks(of: "Product", notIn: [1, 2, 9], in: context)
    /// checks[0].request   // GET http://example.com/products/3
    /// ```
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
        let key = try identifierAttribute(of: place)
        let known = Set(try texts(of: listed, place))
        return try checks(of: entity, where: predicate, in: context) { object in
            known.contains(try text(of: object[key], attribute: key, place))
        }
    }

    /// Finds out which objects to ask about, because they are not among those that a list had.
    ///
    /// ```swift
    /// let result = try operation.run(document, in: context)
    /// let checks = try requests.checks(of: "Product", notAmong: result["products"], in: context)
    /// ```
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - objects: The objects of the list, as a ``MappingResult`` has them.
    ///   - predicate: Which objects are asked about.
    ///   - context: Where the objects are.
    /// - Returns: A check for each object, in the order they were inserted in.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity; `StoreError` if the store fails.
    public func checks(
        of entity: String, notAmong objects: [ManagedObjectID],
        where predicate: EntityPredicate = .true, in context: ManagedObjectContext
    ) throws -> [ExistenceCheck] {
        let known = Set(objects)
        return try checks(of: entity, where: predicate, in: context) { object in
            known.contains(object.objectID)
        }
    }

    /// The checks of objects that the server knows and nobody has edited, but for those it has named.
    private func checks(
        of entity: String, where predicate: EntityPredicate, in context: ManagedObjectContext,
        isNamed: (ManagedObject) throws -> Bool
    ) throws -> [ExistenceCheck] {
        let place = try place(ofEntity: entity)
        let mapping = plan.mappings.mappings[place]
        let key = try identifierAttribute(of: place)
        let edited = SynchronizationState.edited.attributeValue
        var checks: [ExistenceCheck] = []
        for object in try context.fetch(FetchRequest(entity, where: predicate)) {
            if let state = mapping.synchronizationAttribute, object[state] == edited { continue }
            guard !object[key].isNull, try !isNamed(object) else { continue }
            let identifier = try text(of: object[key], attribute: key, place)
            checks.append(
                ExistenceCheck(
                    object: object.objectID, request: get(try url(place, identifier), nil)))
        }
        return checks
    }
}
