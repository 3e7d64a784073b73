public import HTTPValues
public import ObjectGraph
public import PayloadFormats

/// The description of a server: its routes, and the contents of requests and responses, by names.
///
/// ```swift
/// var server = RemoteDescription(base: "https://example.com/api/v1/")
/// server.addRoute(for: "Article", "articles/:articleID", methods: [.get, .patch, .delete])
/// server.addRoute(for: "Article", "articles", methods: [.post])
/// server.addRoute(named: "articles", "articles")
/// server.addRoute(forRelationship: "articles", of: "Author", "authors/:authorID/articles")
/// server.addResponse(ResponseDescriptor("articles", root: "articles", using: "Article",
///     scope: .all("Article")))
/// server.addError(ErrorDescriptor(statuses: .clientError, .problem))
/// server.addRequest(RequestDescriptor(for: "Article", root: "article", patch: .mergePatch))
/// let remote = try RemotePlan(server, for: plan)
/// ```
///
/// A description is a value and refers to entities and mappings by name; ``RemotePlan`` checks it.
public struct RemoteDescription: Sendable, Hashable, CustomStringConvertible {
    /// The common beginning of all URLs, with or without a trailing slash.
    public var base: String
    /// The routes in the order of addition.
    public private(set) var routes: [Route] = []
    /// The request descriptors in the order of addition.
    public private(set) var requests: [RequestDescriptor] = []
    /// The descriptors of successful responses in the order of addition.
    public private(set) var responses: [ResponseDescriptor] = []
    /// The descriptors of failed responses in the order of addition.
    public private(set) var errors: [ErrorDescriptor] = []
    /// The dependencies between resources in the order of addition.
    public private(set) var dependencies: [RouteDependency] = []
    /// The header fields of every request.
    public var headers: HeaderFields
    /// The formats that can be read, which the field `Accept` names.
    public var formats: PayloadFormatRegistry
    /// The case-insensitive names of query parameters that identify users, such as keys.
    public var secretParameters: Set<String>
    /// The case-insensitive names of header fields that identify users.
    ///
    /// Fields that carry credentials are included implicitly.
    public var secretFields: Set<String>
    /// The case-insensitive names of query parameters whose values may be shown and stored.
    ///
    /// They are in addition to conventional ones, such as `page`. The values of all other
    /// parameters appear in no error and no event, and are stored as a hash at most.
    public var publicParameters: Set<String> = []
    /// The names of header fields whose values may be kept, in addition to standard ones, such as
    /// `Accept-Language`; their case is insignificant.
    public var publicFields: Set<String> = []

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - base: The common beginning of all URLs, with the scheme `http` or `https`.
    ///   - headers: The header fields of every request.
    ///   - formats: The formats that can be read.
    ///   - secretParameters: The names of query parameters that identify users.
    ///   - secretFields: The names of header fields that identify users.
    public init(
        base: String, headers: HeaderFields = [:],
        formats: PayloadFormatRegistry = PayloadFormatRegistry(),
        secretParameters: Set<String> = [
            "access_token", "api_key", "apikey", "key", "password", "secret", "sig", "signature",
            "token",
        ],
        secretFields: Set<String> = []
    ) {
        self.base = base
        self.headers = headers
        self.formats = formats
        self.secretParameters = secretParameters
        self.secretFields = secretFields
    }

    /// The numbers of routes and descriptors; the base may contain a password.
    public var description: String {
        "RemoteDescription with \(routes.count) routes, \(requests.count) requests, "
            + "\(responses.count) responses, \(errors.count) errors"
    }
}

extension RemoteDescription {
    /// Adds a route for the objects of an entity and its sub-entities.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - pattern: The pattern of the path; its parameters are paths of attributes.
    ///   - methods: The methods of the route.
    ///   - query: The query of every request.
    public mutating func addRoute(
        for entity: String, _ pattern: PathPattern, methods: MethodSet = .any,
        query: [String: Value] = [:]
    ) {
        routes.append(Route(.entity(entity), pattern, methods: methods, query: query))
    }

    /// Adds a route by name, for resources without an object.
    ///
    /// - Parameters:
    ///   - name: The name, unique among the named routes.
    ///   - pattern: The pattern of the path; its parameters are arguments of requests.
    ///   - method: The method of the requests.
    ///   - query: The query of every request.
    public mutating func addRoute(
        named name: String, _ pattern: PathPattern, method: ResourceRequest.Method = .get,
        query: [String: Value] = [:]
    ) {
        routes.append(Route(.named(name), pattern, methods: [method], query: query))
    }

    /// Adds a route for a relationship of the objects of an entity and its sub-entities.
    ///
    /// - Parameters:
    ///   - relationship: The name of the relationship.
    ///   - entity: The name of the entity.
    ///   - pattern: The pattern of the path; its parameters are paths of attributes of the entity.
    ///   - methods: The methods of the route.
    ///   - query: The query of every request.
    public mutating func addRoute(
        forRelationship relationship: String, of entity: String, _ pattern: PathPattern,
        methods: MethodSet = .any, query: [String: Value] = [:]
    ) {
        routes.append(
            Route(
                .relationship(relationship, of: entity), pattern, methods: methods, query: query))
    }

    /// Adds the content of requests.
    ///
    /// - Parameter descriptor: The content.
    public mutating func addRequest(_ descriptor: RequestDescriptor) {
        requests.append(descriptor)
    }

    /// Adds the content of successful responses.
    ///
    /// - Parameter descriptor: The content.
    public mutating func addResponse(_ descriptor: ResponseDescriptor) {
        responses.append(descriptor)
    }

    /// Adds the content of failed responses.
    ///
    /// - Parameter descriptor: The content.
    public mutating func addError(_ descriptor: ErrorDescriptor) {
        errors.append(descriptor)
    }
    /// Adds a dependency between resources.
    ///
    /// After a request that changes the source, the dependents are loaded again, even if their last
    /// response is still fresh. A resource always depends on itself.
    ///
    /// - Parameters:
    ///   - dependents: The pattern of the dependent resources, with any query.
    ///   - source: The pattern of the resources they depend on; parameters with the same name in
    ///     both patterns have equal arguments.
    public mutating func addDependency(of dependents: PathPattern, on source: PathPattern) {
        dependencies.append(RouteDependency(of: dependents, on: source))
    }
}
