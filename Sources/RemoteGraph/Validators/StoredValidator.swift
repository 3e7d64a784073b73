import HTTPValues
import ObjectGraph
import RemotePlanning

/// The stored state of a resource on the server.
struct StoredValidator: Sendable, Hashable {
    /// The maximum number of stored roots.
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
        /// The content of the plan that mapped the response.
        var plan: String
        /// The fields of the request that the response depends on.
        var vary: [VariedField]
        /// The freshness lifetime of the response in seconds, or `nil`.
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

    /// Creates the validator of a mapped response; `nil` if storing it is not allowed or useless.
    ///
    /// A redirect may have a different target the next time, where the tag has no meaning, so
    /// redirected responses are excluded. Secret request fields are omitted, since the validator's
    /// key includes them. Cookies of a jar are unknown when requests are compared, so responses
    /// that vary by cookie are excluded.
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
    /// Tests whether a request would get the same response.
    func fits(_ headers: HeaderFields, plan: String) -> Bool {
        self.plan == plan && vary.allSatisfy { headers[$0.name] == $0.value }
    }
}
