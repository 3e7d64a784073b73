public import ObjectGraph
public import OrphanDetection

/// The objects that the payload of a response contains completely, depending on the arguments of
/// its path.
///
/// ```swift
/// OrphanScope.all("Article")
/// // The objects of a path such as authors/:id/articles:
/// OrphanScope.objects(of: "Article", where: ["authorID": "id"])
/// OrphanScope.custom("recent") { _ in [FetchRequest("Article", where: .attribute("rating") > 3)] }
/// ```
///
/// Scopes are values and can be compared; closures are compared by name, as in transforms.
public struct OrphanScope: Sendable, Hashable, CustomStringConvertible {
    /// The maximum number of objects that may be deleted.
    public var limit: OrphanDeletion.Limit
    let form: Form

    enum Form: Sendable {
        /// The objects of an entity whose attributes equal arguments.
        case objects(entity: String, arguments: [String: String])
        case custom(name: String, requests: Requests)
    }

    /// A closure that returns requests for objects, given the decoded arguments of a path.
    public typealias Requests = @Sendable ([String: String]) -> [FetchRequest]

    /// Creates a scope of all objects of an entity and its sub-entities.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - limit: The maximum number of objects that may be deleted.
    /// - Returns: The scope.
    public static func all(
        _ entity: String, limit: OrphanDeletion.Limit = .share(0.5)
    ) -> OrphanScope {
        OrphanScope(limit: limit, form: .objects(entity: entity, arguments: [:]))
    }

    /// Creates a scope of the objects whose attributes equal arguments of the path.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - arguments: Names of parameters of the pattern by name of the attribute. Arguments are
    ///     read as values of the attribute's type.
    ///   - limit: The maximum number of objects that may be deleted.
    /// - Returns: The scope.
    public static func objects(
        of entity: String, where arguments: [String: String],
        limit: OrphanDeletion.Limit = .share(0.5)
    ) -> OrphanScope {
        OrphanScope(limit: limit, form: .objects(entity: entity, arguments: arguments))
    }

    /// Creates a scope from the requests of a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the closure.
    ///   - limit: The maximum number of objects of each request that may be deleted.
    ///   - requests: Returns requests for objects that the payload contains completely.
    /// - Returns: The scope.
    public static func custom(
        _ name: String, limit: OrphanDeletion.Limit = .share(0.5), _ requests: @escaping Requests
    ) -> OrphanScope {
        OrphanScope(limit: limit, form: .custom(name: name, requests: requests))
    }

    /// The scope in words, such as `Article where authorID is ':id'`.
    public var description: String {
        switch form {
        case .custom(let name, _): "'\(name)'"
        case .objects(let entity, let arguments):
            entity + (arguments.isEmpty ? "" : " where ")
                + arguments.sorted { $0.key < $1.key }.map { "\($0.key) is ':\($0.value)'" }
                .joined(separator: " and ")
        }
    }
}

extension OrphanScope.Form: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.objects(let entity, let arguments), .objects(let other, let others)):
            entity == other && arguments == others
        case (.custom(let name, _), .custom(let other, _)): name == other
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .objects(let entity, let arguments):
            hasher.combine(entity)
            hasher.combine(arguments)
        case .custom(let name, _): hasher.combine(name)
        }
    }
}
