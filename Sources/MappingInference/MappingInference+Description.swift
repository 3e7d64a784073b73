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
        try infer(description, isJoined: false)
    }

    /// Infers a model and mappings from a description of an API and from its payloads.
    ///
    /// Names, identities, types and relationships of the description stay; the payloads add what it
    /// lacks. ``InferenceDecision/origin`` tells which decision came from which.
    ///
    /// ```swift
    /// let page = PayloadSource(path: "pets.json")
    /// let inferred = try MappingInference().infer([page], describedBy: description)
    /// ```
    ///
    /// - Parameters:
    ///   - sources: The payloads, in any order.
    ///   - description: The description.
    /// - Returns: The mapping, with counts and examples of the payloads.
    /// - Throws: ``InferenceError`` for either of them.
    public func infer(
        _ sources: [PayloadSource], describedBy description: OpenAPIDescription
    ) throws(InferenceError) -> InferredMapping {
        let described = try infer(description, isJoined: true)
        var inference = self
        inference.options.base = described.file
        inference.options.isDescribed = true
        let found = try inference.infer(sources)
        return try JoinedInference(described: described, found: found).mapping()
    }

    private func infer(
        _ description: OpenAPIDescription, isJoined: Bool
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
        let file = DescribedFile(
            model: model, entities: model.entities(), roots: roots,
            corrections: options.corrections)
        if !isJoined {
            let problems = DescribedCorrections(file: file, objects: entities.objects).problems
            guard problems.isEmpty else {
                throw InferenceError(.correction, problems.joined(separator: "\n"))
            }
        }
        return DescribedReport(
            description: description, file: file, entities: entities, routes: routes.routes
        ).mapping
    }
}
