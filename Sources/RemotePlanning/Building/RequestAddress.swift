public import ObjectGraph

/// The path for requesting or sending objects.
///
/// ```swift
/// try await manager.post(draft)                                    // articles
/// try await manager.post(draft, at: .relationship("articles", of: author))
///                                                                  // authors/3/articles
/// try await manager.post([one, two], at: .path("articles/batch"))
/// ```
public enum RequestAddress: Sendable, Hashable, CustomStringConvertible {
    /// The route of the objects' entity for the method.
    case route
    /// The route for a relationship of a different object.
    case relationship(String, of: ManagedObjectID)
    /// The named route, whose method must match the request.
    ///
    /// Its parameters are arguments, or else attributes of the objects.
    case named(String)
    /// A path relative to the base; its escapes are kept.
    case path(String)

    /// The kind of the address, with the name if there is one; never a path, which may contain
    /// confidential values.
    public var description: String {
        switch self {
        case .route: "route of the entity"
        case .relationship(let name, _): "route of relationship '\(name)'"
        case .named(let name): "route of '\(name)'"
        case .path: "path"
        }
    }
}
