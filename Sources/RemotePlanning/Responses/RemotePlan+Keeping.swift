import EntityMapper
import HTTPValues
import ObjectGraph

extension RemotePlan {
    /// Returns the entity whose store keeps the validator and the mark of a URL: of the first
    /// descriptor for successful responses to a GET of it.
    package func keeper(of url: String) -> Int {
        let path = base.path(of: url)
        let descriptor = server.responses.first { descriptor in
            descriptor.methods.contains(.get) && descriptor.statuses.overlaps(.success)
                && (descriptor.pattern.map { pattern in
                    path.map { pattern.arguments(in: $0) != nil } ?? false
                } ?? true)
        }
        let name = descriptor?.mapping ?? ""
        let dynamic = mappings.mappings.dynamicMappings.first { $0.name == name }
        let own = dynamic?.knownMappings.first ?? name
        return mappings.mappings.mappings.first { $0.name == own }
            .flatMap { mappings.model.layout(named: $0.entity.name)?.index } ?? 0
    }
}
