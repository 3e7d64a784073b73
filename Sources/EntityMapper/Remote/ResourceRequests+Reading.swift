public import ObjectGraph

/// Requests for many objects, or for one that is not here yet.
extension ResourceRequests {
    /// Asks for all objects of an entity.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The request, with the mapping's ``EntityMapping/permanentQuery``.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity.
    public func refreshAll(_ entity: String) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let query = plan.mappings.mappings[place].permanentQuery
        return get(try url(place), query.map(Self.query(reading:)))
    }

    /// Asks for a group of objects by one list of identifiers: `?id=1,2,3&include=a,b`.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - identifiers: The values of the attribute that identifies them.
    ///   - included: What else the server shall send.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity, or a value is not one that the
    ///   attribute could have.
    public func refresh(
        _ entity: String, identifiedBy identifiers: [Value], include included: [String] = []
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        var query = "id=" + Self.list(of: try texts(of: identifiers, place))
        if !included.isEmpty { query += "&include=" + Self.list(of: included) }
        return get(try url(place), query)
    }

    /// Asks for the objects of an entity of which nothing but the identification is known.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - context: Where the objects are.
    /// - Returns: The request; `nil` if there are none, or the mapping has no
    ///   ``EntityMapping/synchronizationAttribute``.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity; `StoreError` if the store fails.
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

    /// Asks for objects, each identifier by itself: `?ids[]=1&ids[]=2`, escaped.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - identifiers: The values of the attribute that identifies them.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity, or a value is not one that the
    ///   attribute could have.
    public func list(
        _ entity: String, identifiedBy identifiers: [Value]
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let pairs = try texts(of: identifiers, place).map { (name: "ids[]", value: $0) }
        return get(try url(place), Self.query(of: pairs))
    }

    /// Asks for what a query finds.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - query: The query as it stands in the URL, with or without its question mark: separators
    ///     and escapes stay, what a query may not have is escaped.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity.
    public func list(_ entity: String, query: String) throws(MappingError) -> ResourceRequest {
        get(try url(try place(ofEntity: entity)), Self.query(reading: query))
    }

    /// Asks for the objects with a value: `?name=Boot`.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - key: The attribute.
    ///   - value: Its value, written as the mapping writes it.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity or to the attribute, or the value
    ///   is not one that the attribute could have.
    public func find(
        _ entity: String, where key: String, is value: Value
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        let text = try text(of: value, attribute: key, place)
        return get(
            try url(place), Self.query(of: [(try webKey(of: key, place), text)]))
    }

    /// Asks for the objects that lead to another one: `?brand_id=44`.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - key: The relationship.
    ///   - object: What it leads to, which the server must know.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity or to the relationship, or the
    ///   server does not know the object.
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

    /// Asks for one object.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - identifier: The value of the attribute that identifies it.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity, or the value is not one that the
    ///   attribute could have.
    public func find(
        _ entity: String, identifiedBy identifier: Value
    ) throws(MappingError) -> ResourceRequest {
        let place = try place(ofEntity: entity)
        return get(try url(place, try texts(of: [identifier], place)[0]), nil)
    }
}
