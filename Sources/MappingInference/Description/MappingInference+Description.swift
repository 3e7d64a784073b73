import EntityMapper
import MappingFiles
import ObjectGraph

extension MappingInference {
    /// Infers a model and mappings from a description of an API.
    ///
    /// The result has the form of one from payloads, with counts of zero. Schemas of successful
    /// responses to `GET` become entities if a name or a route tells their identity; what is
    /// doubtful is listed, and not applied.
    ///
    /// ```swift
    /// let description = try OpenAPIDescription(PayloadSource(path: "openapi.json"))
    /// let inferred = try MappingInference().infer(description)
    /// ```
    ///
    /// - Parameter description: The description.
    /// - Returns: The mapping with the routes, and the reason for every decision.
    /// - Throws: ``InferenceError`` if the description contradicts itself, names the path and the
    ///   remedy, or has no response with records.
    /// - Complexity: O(*s* × *m*) in the numbers of schemas and of members.
    public func infer(
        _ description: OpenAPIDescription
    ) throws(InferenceError) -> InferredMapping {
        var routes = RouteReader(description)
        try routes.read()
        var entities = DescribedEntities(routes, options.corrections)
        try entities.form()
        var properties = DescribedProperties(entities)
        try properties.find()
        let roots = entities.records.flatMap { record in
            let targets = [record.schema.target] + record.schema.alternatives
            let groups = Set(targets.compactMap { entities.groupOfSchema[$0] })
            return groups.count == 1
                ? groups.map {
                    DescribedRoot(
                        route: record.route, path: record.path, isCollection: record.isCollection,
                        entity: $0, segment: routes.routes[record.route].segment)
                } : []
        }
        guard !roots.isEmpty else {
            throw InferenceError(
                .nothingToMap, in: description.name,
                "paths: no GET has a response in JSON with objects that a member identifies; name "
                    + "one with --id, or infer from payloads")
        }
        let model = DescribedModel(properties, options)
        let file = DescribedFile(model: model, entities: model.entities(), roots: roots)
        return DescribedReport(
            description: description, file: file, entities: entities, routes: routes.routes
        ).mapping
    }
}
