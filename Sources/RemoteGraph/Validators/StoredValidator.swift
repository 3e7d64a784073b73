import ObjectGraph
import ResourceMapping

/// The state of a resource at the server, as the store remembers it.
struct StoredValidator: Sendable, Hashable {
    /// The greatest number of roots that are remembered.
    static let rootLimit = 10_000

    var tag: EntityTag?
    /// The field `Last-Modified`, as it came.
    var lastModified: String?
    /// The time of the response's arrival, in seconds since 1970.
    var date: Int64
    /// The objects of the response; `nil` if only the version of the resource is known.
    var representation: Representation?

    /// A response that was mapped.
    struct Representation: Sendable, Hashable {
        /// The objects at the root paths, in order.
        var roots: [ManagedObjectID]
        /// The content of the plan by which the response was mapped.
        var plan: String
        /// The fields of the request on which the response depends.
        var vary: [VariedField]
        /// The number of seconds for which the response is fresh; `nil` if it is not.
        var lifetime: Int64?
    }

    /// A field of the request that the response names in `Vary`.
    struct VariedField: Sendable, Hashable {
        var name: String
        var value: String?
    }
}

extension StoredValidator {
    /// Creates the version of a resource after a change; `nil` unless the response has a strong
    /// tag.
    init?(versionOf exchange: Exchange) {
        guard let tag = EntityTag(exchange.headers), tag.form == .strong,
            !CacheControl(exchange.headers).contains("no-store")
        else { return nil }
        self.tag = tag
        date = exchange.date.seconds
    }

    /// Creates what is remembered of a mapped response; `nil` if nothing may be, or if nothing
    /// would be of use.
    ///
    /// A redirect may lead elsewhere the next time, where the same tag may mean something else. So
    /// a response behind one is not remembered. The fields of the request have no secret ones,
    /// which are part of the name under which the validator is kept. Cookies of a jar are not known
    /// when a request is compared, so a response that varies with them is not remembered.
    init?(
        _ exchange: Exchange, to headers: HeaderFields, _ roots: [ManagedObjectID], plan: String,
        hasCookies: Bool
    ) {
        let control = CacheControl(exchange.headers)
        let names = exchange.headers.values(of: "Vary").flatMap { $0.split(separator: ",") }
            .map { $0.trimmed.lowercased() }
        guard exchange.status == 200 || exchange.status == 203, !exchange.isRedirected,
            !control.contains("no-store"), !names.contains("*"),
            !hasCookies || !names.contains("cookie"), roots.count <= Self.rootLimit
        else { return nil }
        tag = EntityTag(exchange.headers)
        lastModified = exchange.headers["Last-Modified"]?.sendable
        date = exchange.date.seconds
        let lifetime = control.lifetime(exchange.headers)
        guard tag != nil || lastModified != nil || lifetime != nil else { return nil }
        representation = Representation(
            roots: roots, plan: plan,
            vary: Set(names).sorted().map { VariedField(name: $0, value: headers[$0]) },
            lifetime: lifetime)
    }

}

extension StoredValidator.Representation {
    /// Tests whether another request would get the same response.
    func fits(_ headers: HeaderFields, plan: String) -> Bool {
        self.plan == plan && vary.allSatisfy { headers[$0.name] == $0.value }
    }
}
