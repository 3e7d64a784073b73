import EntityMapper
import MappingFiles
import ObjectGraph

/// Builds the result of an inference from a description.
struct DescribedReport {
    let description: OpenAPIDescription
    let file: DescribedFile
    let entities: DescribedEntities
    let routes: [DescribedRoute]

    var mapping: InferredMapping {
        InferredMapping(
            file: file.file,
            sources: [
                SourceSummary(
                    name: description.name, format: OpenAPIDescription.format,
                    bytes: description.size,
                    documents: 1, objects: entities.objects.count)
            ],
            entities: file.entities.indices.map(summary).sorted { $0.name < $1.name },
            decisions: decisions.sorted {
                ($0.subject, $0.rule, $0.outcome) < ($1.subject, $1.rule, $1.outcome)
            },
            routes: file.roots.map(route))
    }

    private func route(_ root: DescribedRoot) -> InferredRoute {
        var route = InferredRoute(
            path: routes[root.route].path, entity: file.entities[root.entity].name,
            isCollection: root.isCollection,
            records: root.path.isEmpty ? "self" : PathText.text(root.path),
            pageParameters: root.isCollection ? routes[root.route].pageParameters : [])
        route.requiredParameters = routes[root.route].requiredParameters
        route.paging = root.isCollection ? routes[root.route].paging : nil
        return route
    }

    // MARK: Summaries

    private func summary(_ index: Int) -> EntitySummary {
        let entity = file.entities[index]
        let places = Set(
            file.roots.filter { $0.entity == index }.map { routes[$0.route].path })
        return EntitySummary(
            name: entity.name, records: 0,
            paths: places.sorted().map { EntitySummary.PathCount(path: $0, count: 0) },
            identification: entity.attributes.filter { entity.identity == .members([$0.path]) }
                .map(\.name),
            identityEvidence: entity.identityEvidence,
            attributes: entity.attributes.map {
                AttributeSummary(
                    name: $0.name, type: $0.type, transform: $0.transformName,
                    source: PathText.text($0.path), count: 0, distinct: 0)
            }.sorted { $0.name < $1.name },
            relationships: relationships(of: index), connections: connections(of: index))
    }

    private func relationships(of index: Int) -> [RelationshipSummary] {
        let own = file.entities[index].relationships.map {
            RelationshipSummary(
                name: $0.name, destination: file.entities[$0.destination].name,
                isToMany: $0.isToMany, isOrdered: $0.isOrdered,
                source: $0.connection == nil ? PathText.text($0.path) : nil, inverse: $0.inverse)
        }
        let inverse = file.entities.flatMap { other in
            other.relationships.filter { $0.destination == index }.map {
                RelationshipSummary(
                    name: $0.inverse, destination: other.name, isToMany: $0.isInverseToMany,
                    isOrdered: false, source: nil, inverse: $0.name)
            }
        }
        return (own + inverse).sorted { $0.name < $1.name }
    }

    private func connections(of index: Int) -> [ConnectionSummary] {
        file.entities[index].relationships.compactMap { relationship in
            guard let connection = relationship.connection else { return nil }
            let destination = file.entities[connection.destination]
            return ConnectionSummary(
                relationship: relationship.name, destination: destination.name,
                keys: connection.keys.map {
                    .init(
                        source: file.entities[index].attributes[$0.source].name,
                        destination: destination.attributes[$0.destination].name)
                },
                confidence: connection.confidence,
                evidence: "\(connection.reason), from the description", isApplied: true)
        }.sorted { ($0.relationship, $0.destination) < ($1.relationship, $1.destination) }
    }
}
