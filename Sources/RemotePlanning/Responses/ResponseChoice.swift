public import EntityMapper
public import HTTPValues
import MercatorPayload
import ObjectGraph
public import OrphanDetection

/// The mappings of a successful response.
public struct ResponseChoice: Sendable {
    /// A descriptor that contributes to the response.
    public struct Part: Sendable, Hashable {
        /// The descriptor.
        public let descriptor: ResponseDescriptor
        /// The decoded arguments of the requested path.
        public let arguments: [String: String]
    }

    /// The descriptors, one for each root path, in the order of addition.
    public let parts: [Part]
    /// The mappings of all of them, for one operation and one save.
    public let plan: MappingPlan
    /// The scopes of a complete list with the status 200 or 203; `nil` if there are none.
    public let orphans: OrphanDeletion?
}

/// The precedence of a descriptor among the matching ones.
struct DescriptorRank: Comparable {
    private let pattern: [Int]
    private let methods: Int
    private let statuses: Int

    init(_ pattern: PathPattern?, _ methods: MethodSet, _ statuses: StatusSet) {
        // Any pattern precedes none.
        self.pattern = pattern.map { [1] + $0.rank } ?? [0]
        self.methods = methods.rank
        self.statuses = statuses.rank
    }

    static func < (left: Self, right: Self) -> Bool {
        guard left.pattern == right.pattern else {
            return left.pattern.lexicographicallyPrecedes(right.pattern)
        }
        return (left.methods, left.statuses) < (right.methods, right.statuses)
    }
}

extension RemotePlan {
    /// Returns the mappings of a successful response.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: The URL that was requested, before any redirect.
    ///   - status: The status, from 200 to 299.
    /// - Returns: The best descriptor for each root path, combined.
    /// - Throws: ``RemoteError`` with code `noDescriptor` and the reasons of every descriptor, or
    ///   with code `invalidArgument` if an argument does not fit the attribute of a scope.
    /// - Complexity: O(descriptors + mappings).
    public func responses(
        to method: ResourceRequest.Method, _ url: String, status: Int
    ) throws(RemoteError) -> ResponseChoice {
        let path = base.path(of: url)
        var parts: [ResponseChoice.Part] = []
        for descriptor in server.responses {
            guard let arguments = arguments(of: descriptor, method, path, status) else { continue }
            let part = ResponseChoice.Part(descriptor: descriptor, arguments: arguments)
            if let index = parts.firstIndex(where: { $0.descriptor.root == descriptor.root }) {
                if parts[index].rank < part.rank { parts[index] = part }
            } else {
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { throw mismatch(method, url, path, status) }
        return ResponseChoice(
            parts: parts, plan: try plan(of: parts),
            orphans: try orphans(of: parts, method, status))
    }

    private func arguments(
        of descriptor: ResponseDescriptor, _ method: ResourceRequest.Method,
        _ path: PathComponents?, _ status: Int
    ) -> [String: String]? {
        guard let path, descriptor.statuses.contains(status), descriptor.methods.contains(method)
        else { return nil }
        return descriptor.pattern.map { $0.arguments(in: path) } ?? [:]
    }

    /// Compiles the roots of all descriptors into one plan.
    private func plan(of parts: [ResponseChoice.Part]) throws(RemoteError) -> MappingPlan {
        var set = mappings.mappings
        set.roots = parts.map { MappingSet.Root($0.descriptor.root, using: $0.descriptor.mapping) }
        do throws(MappingPlanError) {
            return try MappingPlan(set, compiledIn: mappings)
        } catch {
            throw RemoteError(.noDescriptor, "\(error)", cause: error)
        }
    }

    /// Creates the error with the reasons of all descriptors.
    private func mismatch(
        _ method: ResourceRequest.Method, _ url: String, _ path: PathComponents?, _ status: Int
    ) -> RemoteError {
        let reasons = server.responses.map { descriptor in
            var reasons: [String] = []
            if !descriptor.statuses.contains(status) {
                reasons.append("expected status \(descriptor.statuses)")
            }
            if !descriptor.methods.contains(method) {
                reasons.append("expected method \(descriptor.methods)")
            }
            if path == nil {
                reasons.append("expected a URL that begins with the base")
            } else if let path, let pattern = descriptor.pattern,
                pattern.arguments(in: path) == nil
            {
                reasons.append("expected path '\(pattern)'")
            }
            return "\(descriptor): \(reasons.joined(separator: ", "))"
        }
        let list =
            reasons.isEmpty
            ? "there are no descriptors of responses; add one by addResponse"
            : "no descriptor applies; change one of them or add another:\n"
                + TextLines(reasons, limit: 50).bulleted
        var error = RemoteError(
            .noDescriptor, "no descriptor for \(status) to \(method.rawValue): " + list)
        error.note(method, url, Secrets(server))
        error.status = status
        return error
    }
}

extension ResponseChoice.Part {
    fileprivate var rank: DescriptorRank {
        DescriptorRank(descriptor.pattern, descriptor.methods, descriptor.statuses)
    }
}
