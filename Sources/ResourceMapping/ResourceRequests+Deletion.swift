import EntityMapper
public import HTTPValues
import MappingConventions
public import ObjectGraph
import RepresentationWriting

/// An object that is absent from a list, and the request that tests whether it still exists.
///
/// See ``ResourceRequests/checks(of:notAmong:where:in:)``.
public struct ExistenceCheck: Sendable, Hashable {
    /// The object.
    public let object: ManagedObjectID
    /// A request for the object, to be handled as ``ResourceOperation/refresh``.
    public let request: ResourceRequest
}

extension ResourceRequests {
    /// Returns the objects whose existence must be checked because the server did not list them.
    ///
    /// ```swift
    /// let checks = try requests.checks(of: "Product", notIn: [1, 2, 9], in: context)
    /// checks[0].request   // GET http://example.com/products/3
    /// ```
    ///
    /// A list may be one of several pages, so an object that is absent from it may still exist.
    /// Each such object is requested; objects with the response status 404 are deleted by
    /// ``ResourceResponses``. For a complete list, ``OrphanDeletion`` needs no requests.
    ///
    /// Objects that the server does not have yet, and objects with unsent local edits, are skipped.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - listed: The identifiers listed by the server.
    ///   - predicate: A condition on the objects to check.
    ///   - context: The context of the objects.
    /// - Returns: A check for each object, in order of insertion.
    /// - Throws: ``MappingError`` if the entity has no mapping, or if a value is not valid for its
    ///   attribute; `StoreError` if the store fails.
    public func checks(
        of entity: String, notIn listed: [Value], where predicate: EntityPredicate = .true,
        in context: ManagedObjectContext
    ) throws -> [ExistenceCheck] {
        let index = try mappingIndex(ofEntity: entity)
        let key = try identifierAttribute(of: index)
        let known = Set(try texts(of: listed, index))
        return try checks(of: entity, where: predicate, in: context) { object in
            known.contains(try text(of: object[key], attribute: key, index))
        }
    }

    /// Returns the objects that must be checked because they are absent from a mapped list.
    ///
    /// ```swift
    /// let result = try operation.run(document, in: context)
    /// let checks = try requests.checks(of: "Product", notAmong: result["products"], in: context)
    /// ```
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - objects: The objects of the list, from a ``MappingResult``.
    ///   - predicate: A condition on the objects to check.
    ///   - context: The context of the objects.
    /// - Returns: A check for each object, in order of insertion.
    /// - Throws: ``MappingError`` if the entity has no mapping; `StoreError` if the store fails.
    public func checks(
        of entity: String, notAmong objects: [ManagedObjectID],
        where predicate: EntityPredicate = .true, in context: ManagedObjectContext
    ) throws -> [ExistenceCheck] {
        let known = Set(objects)
        return try checks(of: entity, where: predicate, in: context) { object in
            known.contains(object.objectID)
        }
    }

    /// Returns the checks of unlisted objects with an identifier and without local edits.
    private func checks(
        of entity: String, where predicate: EntityPredicate, in context: ManagedObjectContext,
        isNamed: (ManagedObject) throws -> Bool
    ) throws -> [ExistenceCheck] {
        let index = try mappingIndex(ofEntity: entity)
        let mapping = plan.mappings.mappings[index]
        let key = try identifierAttribute(of: index)
        let edited = SynchronizationState.edited.attributeValue
        var checks: [ExistenceCheck] = []
        for object in try context.fetch(FetchRequest(entity, where: predicate)) {
            if let state = mapping.synchronizationAttribute, object[state] == edited { continue }
            guard !object[key].isNull, try !isNamed(object) else { continue }
            let identifier = try text(of: object[key], attribute: key, index)
            checks.append(
                ExistenceCheck(
                    object: object.objectID, request: get(try url(index, identifier), nil)))
        }
        return checks
    }
}
