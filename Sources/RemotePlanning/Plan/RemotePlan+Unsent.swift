import EntityMapper
package import ObjectGraph
package import OrphanDetection
import ResourceMapping

/// Objects with something that the server does not have yet.
extension RemotePlan {
    /// Returns the attribute with the state of an entity's objects.
    package func synchronizationAttribute(of entity: EntityDescription) -> String? {
        mappings.remoteMapping(of: entity)
            .flatMap { mappings.mappings.mappings[$0].synchronizationAttribute }
    }

    /// Returns the attributes that identify the objects of an entity on the server.
    package func identification(of entity: EntityDescription) -> [String] {
        mappings.remoteMapping(of: entity)
            .flatMap { mappings.mappings.mappings[$0].identificationAttributes } ?? []
    }

    /// Excludes drafts and edited objects from a deletion of orphans, since the server lacks them.
    package func sparingUnsent(_ deletion: OrphanDeletion) -> OrphanDeletion {
        var deletion = deletion
        for index in deletion.scopes.indices {
            let request = deletion.scopes[index].request
            guard let entity = mappings.model[request.entityName],
                let own = mappings.remoteMapping(of: entity)
            else { continue }
            let mapping = mappings.mappings.mappings[own]
            var predicate = request.predicate
            if let key = mapping.identificationAttributes?.first {
                predicate = predicate && PropertyPath(key) != Value.null
            }
            if let state = mapping.synchronizationAttribute {
                let edited = SynchronizationState.edited.attributeValue
                predicate =
                    predicate
                    && (PropertyPath(state) == Value.null || PropertyPath(state) != edited)
            }
            deletion.scopes[index].request.predicate = predicate
        }
        return deletion
    }
}
