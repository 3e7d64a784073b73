public import EntityMapper
public import HTTPValues
import MappingConventions
import MercatorPayload
public import ObjectGraph
import RepresentationWriting

/// A factory of the requests of an object map: to save, delete and refresh objects.
///
/// | | request |
/// |---|---|
/// | ``save(_:including:excluding:)`` | `POST products`, `POST products/42`; see ``updateMethod`` |
/// | ``delete(_:)`` | `DELETE products/42`, without a body |
/// | ``refresh(_:query:)`` | `GET products/42` |
/// | ``refreshAll(_:)`` | `GET products`, with the ``EntityMapping/permanentQuery`` |
/// | ``refresh(_:identifiedBy:include:)`` | `GET products?id=1,2,3&include=brand` |
/// | ``list(_:identifiedBy:)`` | `GET products?ids[]=1&ids[]=2`, escaped |
/// | ``list(_:query:)`` | `GET products?limit=10` |
/// | ``find(_:where:is:)-(_,_,Value)`` | `GET products?name=Boot` |
/// | ``find(_:identifiedBy:)-(String,_)`` | `GET products/42` |
///
/// The path of an entity is the ``EntityMapping/serverPath`` of its mapping. If an entity has
/// several mappings, the first is used; if it has none, its nearest ancestor's mapping is used.
///
/// ```swift
/// let requests = ResourceRequests(baseURL: "http://example.com/api/v1/", plan: plan)
/// if case .send(let request) = try requests.save(product) { … }
/// ```
///
/// Source: TSNREST's request categories.
public struct ResourceRequests: Sendable {
    /// The compiled object maps.
    public let plan: MappingPlan
    /// The common prefix of all URLs, with or without a trailing slash.
    public var baseURL: String
    /// The header fields of every request.
    public var headers: HeaderFields
    /// The method for saving an object that the server already has.
    ///
    /// As in TSNREST, `post` omits nil; `put` writes nil as `null`; `patch` writes the changes
    /// since the last save of the context.
    public var updateMethod = ResourceRequest.Method.post

    /// Creates requests for a server.
    ///
    /// - Parameters:
    ///   - baseURL: The common prefix of all URLs, without a query or a fragment.
    ///   - plan: The compiled object maps.
    ///   - headers: Header fields in addition to `Content-Type: application/json`.
    public init(baseURL: String, plan: MappingPlan, headers: HeaderFields = [:]) {
        self.plan = plan
        self.baseURL = baseURL
        self.headers = headers["Content-Type"] == nil ? ["Content-Type": "application/json"] : [:]
        for field in headers.fields { self.headers.append(field.value, to: field.name) }
    }
}

extension ResourceRequests {
    /// Creates the request that saves an object on the server.
    ///
    /// - Parameters:
    ///   - object: The object, including its pending changes.
    ///   - included: Optional properties to write.
    ///   - excluded: Properties to omit.
    /// - Returns: The request, or ``ResourceStep/stop(_:)`` if the object was deleted or was
    ///   rejected by the ``EntityMapping/savingValidation`` of its mapping.
    /// - Throws: ``MappingPlanError`` if the mapping cannot be written, ``MappingError`` if the
    ///   object cannot be written or has no mapping.
    public func save(
        _ object: some ObjectHandle, including included: Set<String> = [],
        excluding excluded: Set<String> = []
    ) throws -> ResourceStep {
        let object = object.managedObject
        guard object.exists else {
            return .stop("\(object.objectID) was deleted; there is nothing to save")
        }
        let index = try mappingIndex(of: object.entity)
        let mapping = plan.mappings.mappings[index]
        if let validation = mapping.savingValidation, let expected = validation.problem(object) {
            return .stop("\(object.objectID): expected \(expected) (\(validation.name))")
        }
        let identifier = try identifier(of: object, index)
        let method = identifier == nil ? .post : updateMethod
        let writer = try RepresentationWriter(
            plan, mapping: mapping.name, profile: method.profile,
            root: PayloadPath([.key(mapping.naming.bodyKey(forEntity: mapping.entity.name))]),
            including: included, excluding: excluded)
        return .send(
            ResourceRequest(
                method, try url(index, identifier), headers: headers,
                body: try writer.jsonBytes(for: object)))
    }

    /// Creates the request that deletes an object on the server.
    ///
    /// - Parameter object: The object, which must exist in its context.
    /// - Returns: The request, ``ResourceStep/deleteLocally`` if the server does not have the
    ///   object, or ``ResourceStep/stop(_:)`` if it was deleted in its context.
    /// - Throws: ``MappingError`` if the object has no mapping.
    public func delete(_ object: some ObjectHandle) throws(MappingError) -> ResourceStep {
        let object = object.managedObject
        guard object.exists else {
            return .stop("\(object.objectID) was deleted here already; ask for the request before")
        }
        let index = try mappingIndex(of: object.entity)
        guard let identifier = try identifier(of: object, index) else { return .deleteLocally }
        var request = ResourceRequest(.delete, try url(index, identifier), headers: headers)
        request.headers["Content-Type"] = nil
        return .send(request)
    }

    /// Creates the request for the representation of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - query: Names and values of the query.
    /// - Returns: The request, or ``ResourceStep/stop(_:)`` if the object was deleted or the server
    ///   does not have it.
    /// - Throws: ``MappingError`` if the object has no mapping.
    public func refresh(
        _ object: some ObjectHandle, query: KeyValuePairs<String, String> = [:]
    ) throws(MappingError) -> ResourceStep {
        let object = object.managedObject
        guard object.exists else { return .stop("\(object.objectID) was deleted") }
        let index = try mappingIndex(of: object.entity)
        guard let identifier = try identifier(of: object, index) else {
            return .stop(
                "\(object.objectID): expected an identification, found none; save it first")
        }
        let pairs = query.map { (name: $0.key, value: $0.value) }
        return .send(get(try url(index, identifier), Self.query(of: pairs)))
    }
}

extension ResourceRequest.Method {
    /// The profile of representations sent by this method.
    fileprivate var profile: RepresentationProfile {
        switch self {
        case .put: .update
        case .patch: .patch
        case .get, .head, .options, .post, .delete: .create
        }
    }
}
