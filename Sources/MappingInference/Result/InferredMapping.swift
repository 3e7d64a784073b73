public import MappingFiles

/// The mapping inferred from payloads, with the reason for every decision.
public struct InferredMapping: Sendable {
    /// The model and the mappings.
    public var file: MappingFile
    /// The payloads in order of name.
    public var sources: [SourceSummary]
    /// The entities in order of name.
    public var entities: [EntitySummary]
    /// The decisions in order of subject and rule.
    public var decisions: [InferenceDecision]
    /// The parts of the payloads that are not mapped.
    public var leftovers: [Leftover]
    /// The routes of the API, in order of path; empty without a description.
    public var routes: [InferredRoute]
    /// The limits that were reached, as sentences.
    public var limits: [String]

    package init(
        file: MappingFile, sources: [SourceSummary] = [], entities: [EntitySummary] = [],
        decisions: [InferenceDecision] = [], leftovers: [Leftover] = [],
        routes: [InferredRoute] = [], limits: [String] = []
    ) {
        self.file = file
        self.sources = sources
        self.entities = entities
        self.decisions = decisions
        self.leftovers = leftovers
        self.routes = routes
        self.limits = limits
    }

    /// Removes all examples of values.
    package mutating func removeExamples() {
        for entity in entities.indices {
            for attribute in entities[entity].attributes.indices {
                entities[entity].attributes[attribute].example = nil
            }
        }
    }
}
