public import EntityMapper
public import ObjectGraph
public import RemotePlanning
public import ResourceMapping

/// The outcome of a request that did not fail.
///
/// ```swift
/// switch try await manager.load("articles") {
/// case .mapped(let result): print(result.total.inserted)
/// case .notModified(let articles), .fresh(let articles): print(articles.count)
/// case .empty, .accepted, .superseded: break
/// case .saved, .unchanged, .deleted, .conflict: break      // not after a list
/// }
/// ```
public enum RemoteOutcome: Sendable {
    /// The response was mapped and saved.
    case mapped(MappingResult)
    /// The server has nothing newer than the objects that its last response had at the root paths;
    /// nothing was changed here.
    ///
    /// There are no objects if the request itself set a condition.
    case notModified([ManagedObjectID])
    /// The last response is still fresh, so nothing was sent. These are its objects.
    case fresh([ManagedObjectID])
    /// The response has no body; nothing was changed here.
    case empty
    /// The objects were sent, and the response was applied and saved.
    case saved(SavedObject)
    /// The object has no changes; nothing was sent.
    case unchanged
    /// The server has accepted the request, but not done it yet; nothing was changed here.
    case accepted
    /// The object was deleted locally; the result is set if the response's body was mapped.
    case deleted(MappingResult?)
    /// The server refuses the change, or has deleted an object that has unsent edits; nothing was
    /// changed here.
    case conflict(RemoteConflict)
    /// The response to a later request for the same URL was mapped before; nothing was changed
    /// here.
    case superseded
}

extension RemoteOutcome {
    /// Whether the response was applied to the container.
    var isCommitted: Bool {
        switch self {
        case .mapped, .saved, .deleted: true
        case .notModified, .fresh, .empty, .unchanged, .accepted, .conflict, .superseded: false
        }
    }
}

extension RemoteOutcome: CustomStringConvertible {
    /// The name of the outcome, and the result or the conflict if there is one.
    public var description: String {
        switch self {
        case .mapped(let result): "mapped: \(result)"
        case .notModified(let objects): "not modified: \(TextLines.count(objects.count, "object"))"
        case .fresh(let objects): "fresh: \(TextLines.count(objects.count, "object"))"
        case .empty: "empty"
        case .saved(let saved): "saved\(saved.result.map { ": \($0)" } ?? "")"
        case .unchanged: "unchanged"
        case .accepted: "accepted"
        case .deleted(let result): "deleted\(result.map { "; mapped: \($0)" } ?? "")"
        case .conflict(let conflict): "conflict, \(conflict)"
        case .superseded: "superseded"
        }
    }
}

/// The objects that were sent in one request, after the response.
///
/// ```swift
/// if case .saved(let saved) = try await manager.post(draft), case .unbound = saved.binding {
///     report("the server has the article, but it is unknown which one it is")
/// }
/// ```
public struct SavedObject: Sendable {
    /// The result of mapping the response; `nil` if it had no body, or if an object could not be
    /// found in it.
    public let result: MappingResult?
    /// The results of assigning the identifiers of the response, in the order of the objects; empty
    /// if it had no body, or if its mappings describe none of the objects.
    ///
    /// After ``ResourceMapping/ObjectBinding/unbound(_:)`` the server has the object, but nothing
    /// was mapped, since the response could describe a different object. Sending the object again
    /// would create a duplicate.
    public let bindings: [ObjectBinding]

    /// The result of assigning the identifier of the response to the first object, or the only one.
    public var binding: ObjectBinding? { bindings.first }
}

/// A disagreement with the server about an object.
///
/// ```swift
/// if case .conflict(let conflict) = try await manager.put(article) {
///     show(conflict.kind, conflict.error.problem)
/// }
/// ```
public struct RemoteConflict: Sendable, CustomStringConvertible {
    /// The kinds of conflicts.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The server does not have the object any more (404 or 410).
        case gone
        /// The server's version of the object differs (409 or 412).
        case changed
    }

    /// The kind of the conflict.
    public let kind: Kind
    /// The object; `nil` for a request without one, or with several.
    public let object: ManagedObjectID?
    /// The body of the response, if it is a readable object.
    ///
    /// Many servers send their version of the object, at a path of their choice.
    public let theirs: Value?
    /// The response, as an error.
    public let error: RemoteError

    /// The kind and the response.
    public var description: String { "\(kind.rawValue): \(error)" }
}
