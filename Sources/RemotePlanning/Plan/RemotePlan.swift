public import EntityMapper
package import HTTPValues
package import ObjectGraph
import RepresentationWriting
import ResourceMapping

/// A description of a server that has been checked against a plan of mappings.
///
/// A remote plan is created once, is immutable, and can be used by any number of tasks. Its
/// initializer finds all mistakes at once, each with advice. It sends nothing: it creates requests,
/// and decides how responses are treated.
///
/// ```swift
/// let remote = try RemotePlan(server, for: plan)
/// let request = try remote.request(named: "article", arguments: ["id": 7])
/// ```
public struct RemotePlan: Sendable, CustomStringConvertible {
    /// The source description.
    public let server: RemoteDescription
    /// The mappings of requests and responses.
    public let mappings: MappingPlan
    package let base: BaseURL
    private let writers: [WriterKey: RepresentationWriter]

    /// Checks a description.
    ///
    /// - Parameters:
    ///   - server: The description.
    ///   - mappings: The plan for resolving names of entities and mappings.
    /// - Throws: ``RemotePlanError`` with every problem found.
    public init(
        _ server: RemoteDescription, for mappings: MappingPlan
    ) throws(RemotePlanError) {
        var check = RemotePlanCheck(server, mappings)
        let base = check.checkServer()
        check.checkRoutes()
        let writers = check.checkRequests()
        check.checkResponses()
        check.checkErrors()
        check.checkDependencies()
        guard check.problems.isEmpty, let base else {
            throw RemotePlanError(problems: check.problems)
        }
        self.server = server
        self.mappings = mappings
        self.base = base
        self.writers = writers
    }

    /// The description in one line.
    public var description: String { "RemotePlan for \(base.origin), \(server)" }
}

/// The identity of a compiled writer.
struct WriterKey: Hashable {
    let descriptor: RequestDescriptor
    let mapping: String
    let profile: RepresentationProfile
    /// Indicates whether identifiers are left out, for a merge patch.
    let isMerging: Bool
}

/// Look-ups.
extension RemotePlan {
    /// Returns the route for the objects of an entity or for one of their relationships.
    ///
    /// The nearest entity among the object's own and its ancestors decides; there, a single method
    /// precedes a set of methods, which precedes any.
    package func route(
        for entity: EntityDescription, relationship: String? = nil, _ method: ResourceRequest.Method
    ) -> Route? {
        nearest(to: entity) { name in
            let target = relationship.map { Route.Target.relationship($0, of: name) }
            return server.routes
                .filter { $0.target == target ?? .entity(name) && $0.methods.contains(method) }
                .max { $0.methods.rank < $1.methods.rank }
        }
    }

    /// Returns the content of requests for the objects of an entity.
    package func request(for entity: EntityDescription, _ method: ResourceRequest.Method)
        -> RequestDescriptor?
    {
        nearest(to: entity) { name in
            server.requests.filter { $0.entity == name && $0.methods.contains(method) }
                .max { $0.methods.rank < $1.methods.rank }
        }
    }

    private func nearest<Found>(
        to entity: EntityDescription, _ find: (String) -> Found?
    ) -> Found? {
        for name in [entity.name] + entity.ancestors.map(\.name) {
            if let found = find(name) { return found }
        }
        return nil
    }

    /// Returns the conversion of an attribute by the mapping of its entity, or else the default.
    func conversion(of attribute: String, of entity: EntityDescription) -> Conversion {
        if let index = mappings.remoteMapping(of: entity),
            let own = try? ResourceRequests(baseURL: "", plan: mappings)
                .conversion(of: attribute, index)
        {
            return own
        }
        return Conversion(
            type: entity.attribute(named: attribute)?.type ?? .string, transform: .default)
    }

    /// Returns the compiled writer of an object.
    func writer(
        of entity: EntityDescription, _ descriptor: RequestDescriptor,
        _ profile: RepresentationProfile, isMerging: Bool = false
    ) -> RepresentationWriter? {
        let own = mappings.remoteMapping(of: entity).map { mappings.mappings.mappings[$0].name }
        guard let name = descriptor.mapping ?? own else { return nil }
        return writers[
            WriterKey(
                descriptor: descriptor, mapping: name, profile: profile, isMerging: isMerging)]
    }
}

extension ResourceRequest.Method {
    /// The profile of representations sent by this method; `nil` if it sends none.
    var profile: RepresentationProfile? {
        switch self {
        case .post: .create
        case .put: .update
        case .patch: .patch
        default: nil
        }
    }
}
