public import EntityMapper
public import HTTPValues
import MappingConventions
public import ObjectGraph
import RepresentationWriting

/// Requests for several objects, or for an object that is not in the store.
extension ResourceRequests {
    /// Creates a request for all objects of an entity.
    ///
    /// - Parameter entity: The name of the entity.
    /// - Returns: The request, with the mapping's ``EntityMapping/permanentQuery``.
    /// - Throws: ``MappingError`` if the entity has no mapping.
    public func refreshAll(_ entity: String) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let query = plan.mappings.mappings[place].permanentQuery
        return get(try url(place), query.map(Self.query(reading:)))
    }

    /// Creates a request for objects by a list of identifiers: `?id=1,2,3&include=a,b`.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - identifiers: The values of the identification attribute.
    ///   - included: The names of related data to include in the response.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity has no mapping, or if a value is not valid for the
    ///   attribute.
    public func refresh(
        _ entity: String, identifiedBy identifiers: [Value], include included: [String] = []
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        var query = "id=" + Self.list(of: try texts(of: identifiers, place))
        if !included.isEmpty { query += "&include=" + Self.list(of: included) }
        return get(try url(place), query)
    }

    /// Creates a request for the objects of an entity that have only an identifier.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - context: The context of the objects.
    /// - Returns: The request; `nil` if there are no such objects, or if the mapping has no
    ///   ``EntityMapping/synchronizationAttribute``.
    /// - Throws: ``MappingError`` if the entity has no mapping; `StoreError` if the store fails.
    public func refreshStubs(
        of entity: String, in context: ManagedObjectContext
    ) throws -> ResourceRequest? {
        let mapping = plan.mappings.mappings[try place(ofEntity: entity)]
        guard let state = mapping.synchronizationAttribute, let key = mapping.identifierAttribute
        else { return nil }
        let stubs = try context.fetch(
            FetchRequest(entity, where: .attribute(state) == SynchronizationState.stub))
        let identifiers = stubs.map { $0[key] }.filter { !$0.isNull }
        return identifiers.isEmpty ? nil : try refresh(entity, identifiedBy: identifiers)
    }

    /// Creates a request for objects with one parameter per identifier.
    ///
    /// The parameters are escaped; before escaping, the query is `?ids[]=1&ids[]=2`.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - identifiers: The values of the identification attribute.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity has no mapping, or if a value is not valid for the
    ///   attribute.
    public func list(
        _ entity: String, identifiedBy identifiers: [Value]
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let pairs = try texts(of: identifiers, place).map { (name: "ids[]", value: $0) }
        return get(try url(place), Self.query(of: pairs))
    }

    /// Creates a request with a query.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - query: The query of the URL, with or without its question mark. Separators and escapes
    ///     are kept; characters not allowed in a query are escaped.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity has no mapping.
    public func list(_ entity: String, query: String) throws(MappingError) -> ResourceRequest {
        get(try url(try place(ofEntity: entity)), Self.query(reading: query))
    }

    /// Creates a request for the objects with a given value: `?name=Boot`.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - key: The name of the attribute.
    ///   - value: The value, which is written according to the mapping.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity or the attribute has no mapping, or if the value is
    ///   not valid for the attribute.
    public func find(
        _ entity: String, where key: String, is value: Value
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let text = try text(of: value, attribute: key, place)
        return get(
            try url(place), Self.query(of: [(try webKey(of: key, place), text)]))
    }

    /// Creates a request for the objects that reference a given object: `?brand_id=44`.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - key: The name of the relationship.
    ///   - object: The referenced object, which must have an identifier.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity or the relationship has no mapping, or if the
    ///   object has no identifier.
    public func find(
        _ entity: String, where key: String, is object: some ObjectHandle
    ) throws(MappingError) -> ResourceRequest {
        let object = object.managedObject
        let place = try place(ofEntity: entity)
        let destination = try self.place(of: object.entity)
        guard let identifier = try identifier(of: object, destination) else {
            throw MappingError(
                .missingIdentification,
                "\(object.objectID): expected an identification, found none; save it first")
        }
        return get(
            try url(place), Self.query(of: [(try webKey(of: key, place), identifier)]))
    }

    /// Creates a request for one object.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - identifier: The value of the identification attribute.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity has no mapping, or if the value is not valid for
    ///   the attribute.
    public func find(
        _ entity: String, identifiedBy identifier: Value
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        return get(try url(place, try texts(of: [identifier], place)[0]), nil)
    }
}
