import MappingFiles
import ObjectGraph

/// The inference from a description, joined with that from payloads.
///
/// What the description says stays; the payloads add what it lacks, with counts and examples.
struct JoinedInference {
    let described: InferredMapping
    let found: InferredMapping

    func mapping() throws(InferenceError) -> InferredMapping {
        let update: MappingFile.Update
        do {
            update = try described.file.updated(with: found.file)
        } catch {
            throw InferenceError(.correction, "\(error)")
        }
        var joined = found
        joined.file = update.file
        joined.sources = described.sources + found.sources
        joined.routes = described.routes
        joined.entities = entities
        var decisions = described.decisions
        let subjects = Set(decisions.map(\.subject))
        decisions += found.decisions.filter { !subjects.contains($0.subject) }
        decisions += update.differences.filter { $0.kind == .reported }.map {
            otherwise($0.subject, $0.message)
        }
        decisions += relax(&joined)
        joined.decisions = decisions.sorted {
            ($0.subject, $0.rule, $0.outcome) < ($1.subject, $1.rule, $1.outcome)
        }
        return joined
    }

    private func otherwise(_ subject: String, _ message: String) -> InferenceDecision {
        InferenceDecision(
            rule: .describedOtherwise, subject: subject, outcome: message,
            evidence: [.init(fact: "the payloads")], confidence: 1, isApplied: true,
            override: "the mapping file")
    }

    /// Makes attributes optional that the description requires and some records lack.
    private func relax(_ joined: inout InferredMapping) -> [InferenceDecision] {
        var decisions: [InferenceDecision] = []
        for entity in joined.entities where entity.records > 0 {
            guard let index = joined.file.entities.firstIndex(where: { $0.name == entity.name })
            else { continue }
            for attribute in entity.attributes
            where attribute.count < entity.records
                && !entity.identification.contains(attribute.name)
            {
                let position = joined.file.entities[index].declaredAttributes.firstIndex {
                    $0.name == attribute.name && !$0.isOptional
                }
                guard let position else { continue }
                joined.file.entities[index].declaredAttributes[position].isOptional = true
                decisions.append(
                    otherwise(
                        "\(entity.name).\(attribute.name)",
                        "is optional, since \(entity.records - attribute.count) of "
                            + "\(entity.records) records lack it"))
            }
        }
        return decisions
    }

    // MARK: Summaries

    private var entities: [EntitySummary] {
        let others = Dictionary(
            found.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(described.entities.map(\.name))
        return
            (described.entities.map { entity in
                others[entity.name].map { joined(entity, $0) } ?? entity
            } + found.entities.filter { !names.contains($0.name) }).sorted { $0.name < $1.name }
    }

    private func joined(_ entity: EntitySummary, _ other: EntitySummary) -> EntitySummary {
        var joined = entity
        joined.records = other.records
        joined.paths = other.paths + entity.paths
        joined.attributes = entity.attributes.map { attribute in
            guard let seen = other.attributes.first(where: { $0.source == attribute.source }) else {
                return attribute
            }
            var attribute = attribute
            (attribute.count, attribute.distinct) = (seen.count, seen.distinct)
            (attribute.isDistinctExact, attribute.example) = (seen.isDistinctExact, seen.example)
            return attribute
        }
        let sources = Set(entity.attributes.map(\.source))
        joined.attributes += other.attributes.filter { !sources.contains($0.source) }
        joined.attributes.sort { $0.name < $1.name }
        let names = Set(entity.relationships.map(\.name))
        joined.relationships += other.relationships.filter { !names.contains($0.name) }
        joined.relationships.sort { $0.name < $1.name }
        joined.connections += other.connections.filter { connection in
            !entity.connections.contains { $0.keys == connection.keys }
        }
        return joined
    }
}
