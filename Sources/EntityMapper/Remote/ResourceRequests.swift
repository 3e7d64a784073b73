public import ObjectGraph
import Payload

/// Makes the requests that an object map knows: to save, to delete and to refresh objects.
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
/// | ``find(_:where:is:)`` | `GET products?name=Boot` |
/// | ``find(_:identifiedBy:)`` | `GET products/42` |
///
/// The path of an entity is its mapping's ``EntityMapping/serverPath``. Of several mappings for an
/// entity the first counts; without one, that of its nearest ancestor.
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
    /// What stands before all paths, with or without a slash at its end.
    public var baseURL: String
    /// The header fields of every request.
    public var headers: RequestHeaders
    /// How an object is saved that the server knows already.
    ///
    /// `post`, as TSNREST does it, sends what is not nil; `put` sends nil as `null`; `patch` sends what
    /// changed since the last save of the context.
    public var updateMethod = ResourceRequest.Method.post

    /// Makes requests for a server.
    ///
    /// - Parameters:
    ///   - baseURL: What stands before all paths, without a query or a fragment.
    ///   - plan: The compiled object maps.
    ///   - headers: Header fields beside `Content-Type: application/json`.
    public init(baseURL: String, plan: MappingPlan, headers: RequestHeaders = [:]) {
        self.plan = plan
        self.baseURL = baseURL
        self.headers = ["Content-Type": "application/json"]
        for field in headers.fields { self.headers[field.name] = field.value }
    }
}

extension ResourceRequests {
    /// Saves an object on the server.
    ///
    /// - Parameters:
    ///   - object: The object; its pending changes are written.
    ///   - included: Optional properties that are written all the same.
    ///   - excluded: Properties that are not written.
    /// - Returns: The request; or that nothing may be sent, because the object was deleted or its
    ///   mapping's ``EntityMapping/savingValidation`` found fault with it.
    /// - Throws: ``MappingPlanError`` if the mapping cannot be written, ``MappingError`` if the object
    ///   cannot, or nothing is mapped for it.
    public func save(
        _ object: some ObjectHandle, including included: Set<String> = [],
        excluding excluded: Set<String> = []
    ) throws -> ResourceStep {
        let object = object.managedObject
        guard object.exists else {
            return .stop("\(object.objectID) was deleted; there is nothing to save")
        }
        let place = try place(of: object.entity)
        let mapping = plan.mappings.mappings[place]
        if let validation = mapping.savingValidation, let expected = validation.problem(object) {
            return .stop("\(object.objectID): expected \(expected) (\(validation.name))")
        }
        let identifier = try identifier(of: object, place)
        let method = identifier == nil ? .post : updateMethod
        let writer = try RepresentationWriter(
            plan, mapping: mapping.name, profile: method.profile,
            root: PayloadPath([.key(mapping.naming.bodyKey(forEntity: mapping.entity.name))]),
            including: included, excluding: excluded)
        return .send(
            ResourceRequest(
                method, try url(place, identifier), headers: headers,
                body: try writer.jsonBytes(for: object)))
    }

    /// Deletes an object on the server.
    ///
    /// - Parameter object: The object, which must still be there.
    /// - Returns: The request; or to delete it here only, if the server does not know it.
    /// - Throws: ``MappingError`` if nothing is mapped for the object.
    public func delete(_ object: some ObjectHandle) throws(MappingError) -> ResourceStep {
        let object = object.managedObject
        guard object.exists else {
            return .stop("\(object.objectID) was deleted here already; ask for the request before")
        }
        let place = try place(of: object.entity)
        guard let identifier = try identifier(of: object, place) else { return .deleteLocally }
        var request = ResourceRequest(.delete, try url(place, identifier), headers: headers)
        request.headers["Content-Type"] = nil
        return .send(request)
    }

    /// Asks for the representation of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - query: Names and values behind the path.
    /// - Returns: The request; or that nothing may be sent, if the server does not know the object.
    /// - Throws: ``MappingError`` if nothing is mapped for the object.
    public func refresh(
        _ object: some ObjectHandle, query: KeyValuePairs<String, String> = [:]
    ) throws(MappingError) -> ResourceStep {
        let object = object.managedObject
        guard object.exists else { return .stop("\(object.objectID) was deleted") }
        let place = try place(of: object.entity)
        guard let identifier = try identifier(of: object, place) else {
            return .stop(
                "\(object.objectID): expected an identification, found none; save it first")
        }
        let pairs = query.map { (name: $0.key, value: $0.value) }
        return .send(get(try url(place, identifier), Self.query(of: pairs)))
    }
}

extension ResourceRequest.Method {
    /// What a request like this has a representation for.
    fileprivate var profile: RepresentationProfile {
        switch self {
        case .put: .update
        case .patch: .patch
        case .get, .post, .delete: .create
        }
    }
}
