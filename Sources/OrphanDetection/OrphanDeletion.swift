public import ObjectGraph

/// A deletion of the objects that are absent from a payload.
///
/// An example are objects that were removed from a list on the server.
///
/// It specifies where to search: each scope is a request for objects that the payload contains
/// completely. After mapping and connecting, every object that meets a request and that the load
/// has not touched is an *orphan*. An ``OrphanPlan`` contains the orphans, the objects that are
/// preserved, and the reasons for refusing a whole scope; it is created first, and then applied.
///
/// ```swift
/// var operation = MappingOperation(plan)
/// operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")])
/// let result = try operation.run(bytes, in: container)
/// print(result.counts["Article"]?.deleted ?? 0, result.orphans?.description ?? "")
/// ```
///
/// An object is touched by a load if
/// - its record is in the payload, including a record that is not newer, that failed or that was
///   declined;
/// - a touched object references it through a mapped relationship, unless a record determines that
///   relationship completely, which an absent key does not. Its own relationships are then followed
///   as well. Relationships filled by connections are treated alike;
/// - it is the target object, has the same identification as an older object with a record, or had
///   unsaved changes before the load.
///
/// Deletions follow the delete rules. An object is preserved if a rule preserves it, or if its
/// deletion would cascade to an object of the payload.
///
/// Source: RestKit's fetch request blocks, which also deleted objects after an empty response, for
/// an absent key, and for a failed record.
public struct OrphanDeletion: Sendable, Hashable {
    /// The scopes, in order.
    ///
    /// Each scope takes the deletions of earlier scopes into account, and preserves the orphans of
    /// earlier refused scopes.
    public var scopes: [Scope]
    /// Indicates whether the plan is applied together with the load.
    ///
    /// Otherwise the result contains the plan, which its method `apply(in:keeping:retrying:)`
    /// applies later.
    public var isApplied = true

    /// A set of objects that the payload contains completely.
    public struct Scope: Sendable, Hashable {
        /// The request for the objects, evaluated after mapping and connecting.
        public var request: FetchRequest
        /// The maximum number of orphans among them.
        public var limit: Limit

        /// Creates a scope.
        ///
        /// - Parameters:
        ///   - request: The request for the objects.
        ///   - limit: The maximum number of orphans among them.
        public init(_ request: FetchRequest, limit: Limit = .share(0.5)) {
            self.request = request
            self.limit = limit
        }
    }

    /// The maximum number of objects of a scope that may be deleted.
    ///
    /// If it is exceeded, no object is deleted.
    public enum Limit: Sendable, Hashable, CustomStringConvertible {
        /// A fraction, from 0 to 1, of the objects that the scope contained before the load.
        case share(Double)
        /// An absolute number.
        case count(Int)
        /// No limit.
        case unlimited

        /// Tests whether a number of the scope's objects may be deleted.
        package func allows(_ count: Int, of known: Int) -> Bool {
            switch self {
            case .share(let share): Double(count) <= share * Double(known)
            case .count(let limit): count <= limit
            case .unlimited: true
            }
        }

        /// The limit in words, such as `at most 50 % of them`.
        public var description: String {
            switch self {
            case .share(let share): "at most \(Self.percent(share)) % of them"
            case .count(let limit): "at most \(limit)"
            case .unlimited: "any number"
            }
        }

        private static func percent(_ share: Double) -> String {
            let percent = (share * 1000).rounded() / 10
            return Int(exactly: percent).map(String.init) ?? "\(percent)"
        }
    }

    /// Creates a deletion for scopes with individual limits.
    ///
    /// - Parameter scopes: The scopes to search for orphans.
    public init(_ scopes: [Scope]) {
        self.scopes = scopes
    }

    /// Creates a deletion for the objects of several requests.
    ///
    /// - Parameters:
    ///   - requests: The requests, each for objects that the payload contains completely.
    ///   - limit: The maximum number of orphans among the objects of each request.
    public init(of requests: [FetchRequest], limit: Limit = .share(0.5)) {
        self.init(requests.map { Scope($0, limit: limit) })
    }
}
