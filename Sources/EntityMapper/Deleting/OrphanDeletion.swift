public import ObjectGraph

/// Deletes the objects that a payload no longer has: what a list on the server lost.
///
/// It says *where* to look: each scope is a request for objects of which the payload, so the author
/// says, has all. After the mapping and connecting, every object that meets a request and that the
/// load has not touched is an *orphan*. Which ones these are, why others are spared, and why a
/// scope may be refused altogether is an ``OrphanPlan``: it is made first, and then applied.
///
/// ```swift
/// var operation = MappingOperation(plan)
/// operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")])
/// let result = try operation.run(bytes, in: container)
/// print(result.counts["Article"]?.deleted ?? 0, result.orphans?.description ?? "")
/// ```
///
/// An object counts as touched if
/// - a record of the payload is about it, also one that is no newer, that failed or was declined;
/// - a mapped relationship leads to it from a touched object, unless a record has said everything
///   about that relationship: a key that is absent says nothing. What such a relationship leads to
///   is followed in turn. Foreign keys of connections are relationships like others;
/// - it is the object to map into, has the identification of a record that is about an older
///   object, or had unsaved changes before the load.
///
/// Deleting follows the delete rules. An object that a rule keeps, or that would take along an
/// object of the payload, is spared.
///
/// Source: RestKit's fetch request blocks, which deleted after an empty answer, for an absent key
/// and for a record that failed as well.
public struct OrphanDeletion: Sendable, Hashable {
    /// Where orphans are looked for, in order: each scope sees what those before it delete, and
    /// spares what is in a refused one before it.
    public var scopes: [Scope]
    /// Whether the plan is applied in the unit of work of the load.
    ///
    /// If not, the plan is in the result, and ``OrphanPlan/apply(in:sparing:retrying:)`` does it
    /// later.
    public var isApplied = true

    /// Objects of which the payload has all.
    public struct Scope: Sendable, Hashable {
        /// Asks for the objects, after the mapping and connecting.
        public var request: FetchRequest
        /// How many of them may be orphans.
        public var limit: Limit

        /// Names objects of which the payload has all.
        ///
        /// - Parameters:
        ///   - request: Asks for the objects.
        ///   - limit: How many of them may be orphans.
        public init(_ request: FetchRequest, limit: Limit = .share(0.5)) {
            self.request = request
            self.limit = limit
        }
    }

    /// How many objects of a scope may be deleted at once; of more, none is.
    public enum Limit: Sendable, Hashable, CustomStringConvertible {
        /// A part of the objects that the scope had before the load, from 0 to 1.
        case share(Double)
        /// So many.
        case count(Int)
        /// Any number.
        case unlimited

        /// Whether so many of a scope may go.
        func allows(_ count: Int, of known: Int) -> Bool {
            switch self {
            case .share(let share): Double(count) <= share * Double(known)
            case .count(let limit): count <= limit
            case .unlimited: true
            }
        }

        /// The limit in words: `at most 50 % of them`.
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

    /// Looks for orphans in scopes that each have a limit of their own.
    ///
    /// - Parameter scopes: Where orphans are looked for.
    public init(_ scopes: [Scope]) {
        self.scopes = scopes
    }

    /// Looks for orphans among the objects that requests ask for.
    ///
    /// - Parameters:
    ///   - requests: Each asks for objects of which the payload has all.
    ///   - limit: How many of the objects of each request may be orphans.
    public init(of requests: [FetchRequest], limit: Limit = .share(0.5)) {
        self.init(requests.map { Scope($0, limit: limit) })
    }
}

extension OrphanDeletion {
    /// The requests of the scopes, checked against a model.
    ///
    /// - Throws: ``MappingError`` with code `invalidScope` for the first that does not fit.
    func resolvedScopes(in model: ManagedObjectModel) throws(MappingError) -> [RowRequest] {
        var requests: [RowRequest] = []
        for scope in scopes { requests.append(try scope.request.resolved(in: model)) }
        return requests
    }
}

extension FetchRequest {
    /// The request with its names resolved.
    ///
    /// - Throws: ``MappingError`` with code `invalidScope` if it does not fit the model.
    func resolved(in model: ManagedObjectModel) throws(MappingError) -> RowRequest {
        guard let entity = model.index(ofEntity: entityName) else {
            let names = model.entities.map(\.name)
            let advice = Suggestion.text(for: entityName, among: names)
            throw MappingError(
                .invalidScope,
                "a scope of the orphan deletion is for '\(entityName)', and the model has no such "
                    + "entity\(advice)")
        }
        do throws(StoreError) {
            let resolver = PredicateResolver(model: model, entity: entity)
            _ = try resolver.resolve(predicate)
            for key in sortKeys { _ = try resolver.attribute(key.path) }
        } catch {
            throw MappingError(
                .invalidScope,
                "a scope of the orphan deletion, for '\(entityName)', does not fit: "
                    + error.message, cause: error)
        }
        return RowRequest(
            entity: entity, includesSubentities: includesSubentities, predicate: predicate,
            sortKeys: sortKeys, limit: limit.map { max(0, $0) }, offset: max(0, offset))
    }
}
