import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// Builds the result of an inference: the mapping file, summaries and decisions.
struct InferenceReport {
    let tree: SchemaTree
    let records: [RecordType]
    let entities: [NamedEntity]
    let assembly: MappingAssembly
    let log: DecisionLog
    let possible: [ConnectionCandidate]
    let options: InferenceOptions

    var mapping: InferredMapping {
        InferredMapping(
            file: assembly.file(
                ignored: options.corrections.dropped.map(\.text).sorted(), possible: possibilities),
            sources: tree.profile.groups.flatMap(\.sources).sorted { $0.name < $1.name },
            entities: entities.map(summary).sorted { $0.name < $1.name },
            decisions: decisions, leftovers: leftovers,
            limits: tree.profile.limits)
    }

    /// The parts that are not mapped, marked if the rest of a record keeps them.
    private var leftovers: [Leftover] {
        var told: Set<Leftover> = []
        let known = log.leftovers.sorted { $0.path < $1.path }
            .filter { told.insert($0).inserted }
        guard options.wantsRest else { return known }
        let paths = entities.filter { assembly.restName(of: $0) != nil }.flatMap(\.records)
            .map { tree.text(of: records[$0].node) }
        let starts = Set(paths.map { $0.hasSuffix("self") ? $0.dropLast(4) : $0 + "." })
        return known.map { leftover in
            guard leftover.reason != .ignored, leftover.reason != .besideRecords,
                leftover.path != "self", starts.contains(where: leftover.path.hasPrefix)
            else { return leftover }
            var kept = leftover
            kept.explanation += "; kept in the rest of the record"
            return kept
        }
    }

    private var decisions: [InferenceDecision] {
        (log.decisions + entities.flatMap(typeDecisions) + entities.flatMap(orderDecisions)).sorted
        {
            ($0.subject, $0.rule, $0.outcome) < ($1.subject, $1.rule, $1.outcome)
        }
    }

    private var possibilities: [MappingFile.Possibility] {
        possible.map { connection in
            let (source, destination) = (
                entities[connection.entity], entities[connection.destination]
            )
            let keys = connection.keys[0]
            return MappingFile.Possibility(
                connect: "\(source.name).\(source.attributes[keys.source].name)="
                    + "\(destination.name).\(destination.attributes[keys.destination].name)",
                confidence: Int((connection.confidence * 100).rounded()))
        }.sorted { $0.connect < $1.connect }
    }

    /// Returns decisions on types that the kind of the values does not imply (T).
    private func typeDecisions(_ entity: NamedEntity) -> [InferenceDecision] {
        entity.attributes.compactMap { attribute in
            guard let decision = attribute.decision, decision.rule != .plainType else { return nil }
            let subject = "\(entity.name).\(attribute.name)"
            let reading = decision.transform.map { ", read by \($0)" } ?? ""
            return InferenceDecision(
                rule: decision.rule, subject: subject,
                outcome: "is of type \(decision.type.rawValue)\(reading)",
                evidence: [
                    .init(fact: decision.fact, count: decision.count, total: decision.total)
                ],
                confidence: decision.confidence, isApplied: true,
                override: "--type \(subject)=\(attribute.type == .string ? "TYPE" : "string")")
        }
    }

    /// Returns decisions on the order and multiplicity of relationships (L).
    private func orderDecisions(_ entity: NamedEntity) -> [InferenceDecision] {
        entity.relationships.compactMap { relationship in
            guard relationship.isToMany, relationship.connection == nil else { return nil }
            let order = relationship.isOrdered ? "ordered" : "unordered"
            return InferenceDecision(
                rule: relationship.isShared ? .sharing : .nesting,
                subject: "\(entity.name).\(relationship.name)",
                outcome: "is \(order), "
                    + (relationship.isShared ? "many to many" : "one to many"),
                evidence: [
                    .init(
                        fact: relationship.isShared
                            ? "objects below several owners" : "every object below one owner")
                ],
                confidence: relationship.isShared ? 0.95 : 0.9, isApplied: true,
                override: "\"ordered\" in the mapping file")
        }
    }

    // MARK: Summaries

    private func summary(_ entity: NamedEntity) -> EntitySummary {
        let counts = Dictionary(
            entity.records.map { record in
                (tree.text(of: records[record].node), count(records[record]))
            }, uniquingKeysWith: { first, _ in first })
        return EntitySummary(
            name: entity.name, records: counts.values.reduce(0, +),
            paths: counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { EntitySummary.PathCount(path: $0.key, count: $0.value) },
            identification: entity.attributes.filter { assembly.isIdentification($0, of: entity) }
                .map(\.name).sorted(),
            identityEvidence: entity.identityEvidence,
            attributes: (entity.attributes.map { summary($0, of: entity) } + rest(of: entity))
                .sorted { $0.name < $1.name },
            relationships: relationships(of: entity),
            connections: connections(of: entity))
    }

    private func count(_ record: RecordType) -> Int {
        let profile = tree[record.node]
        switch record.share {
        case .variant(let member, let value):
            let table = profile.variants.first { tree.key(of: $0.column) == member }
            return table?.variants?[value]?.count ?? 0
        case .collection(let name, let url):
            return tree[url].texts.collections.reduce(0) { sum, steps in
                sum + (CollectionURL.isPart(steps.key, of: name) ? steps.value : 0)
            }
        case .all, .link, .linked:
            return record.form == .lookup ? profile.count : profile.kinds.objects
        }
    }

    private func summary(_ attribute: NamedAttribute, of entity: NamedEntity) -> AttributeSummary {
        let profile = attribute.profile
        let isMember = attribute.origin == .member || attribute.origin == .key
        let key = attribute.path.isEmpty ? attribute.name : attribute.path.joined(separator: " ")
        return AttributeSummary(
            name: attribute.name, type: attribute.type, transform: attribute.transformName,
            source: source(of: attribute),
            count: isMember ? profile.count - profile.kinds.nulls : profile.count,
            distinct: isMember ? profile.values.count : 0, isDistinctExact: profile.values.isExact,
            example: isMember
                ? profile.examples.first.map { Sensitivity.masked(example: $0, name: key) } : nil,
            hint: attribute.decision?.hint(for: "\(entity.name).\(attribute.name)"))
    }

    /// Returns the attribute for the remaining members.
    private func rest(of entity: NamedEntity) -> [AttributeSummary] {
        assembly.restMapping(of: entity).map { mapping in
            AttributeSummary(
                name: mapping.destination, type: .dictionary, transform: nil,
                source: mapping.source.description, count: 0, distinct: 0, isDistinctExact: true,
                example: nil, hint: nil)
        }
    }

    private func source(of attribute: NamedAttribute) -> String {
        switch attribute.origin {
        case .member: attribute.path.isEmpty ? "self" : PathText.text(attribute.path)
        case .key: "@key"
        case .parent(let path): "@parent.\(PathText.text(path))"
        case .sourceName: "@metadata.source"
        case .position: "@metadata.position"
        }
    }

    private func relationships(of entity: NamedEntity) -> [RelationshipSummary] {
        var list = entity.relationships.map { relationship in
            RelationshipSummary(
                name: relationship.name, destination: entities[relationship.destination].name,
                isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
                source: relationship.connection == nil ? PathText.text(relationship.path) : nil,
                inverse: relationship.inverse)
        }
        guard let own = entities.firstIndex(where: { $0.name == entity.name }) else { return list }
        for other in entities {
            for relationship in other.relationships where relationship.destination == own {
                list.append(
                    RelationshipSummary(
                        name: relationship.inverse, destination: other.name,
                        isToMany: relationship.isInverseToMany, isOrdered: false, source: nil,
                        inverse: relationship.name))
            }
        }
        return list.sorted { $0.name < $1.name }
    }

    private func connections(of entity: NamedEntity) -> [ConnectionSummary] {
        let made = entity.relationships.compactMap { relationship in
            relationship.connection.map { summary($0, relationship.name, isApplied: true) }
        }
        let open = possible.filter { entities[$0.entity].name == entity.name }.map {
            summary(
                $0,
                RelationshipName.of(
                    path: Array(entity.attributes[$0.keys[0].source].path.suffix(1)),
                    isToMany: $0.isList),
                isApplied: false)
        }
        return (made + open).sorted {
            ($0.relationship, $0.destination) < ($1.relationship, $1.destination)
        }
    }

    private func summary(
        _ connection: ConnectionCandidate, _ relationship: String, isApplied: Bool
    ) -> ConnectionSummary {
        let (source, destination) = (entities[connection.entity], entities[connection.destination])
        return ConnectionSummary(
            relationship: relationship, destination: destination.name,
            keys: connection.keys.map {
                .init(
                    source: source.attributes[$0.source].name,
                    destination: destination.attributes[$0.destination].name)
            },
            confidence: (connection.confidence * 100).rounded() / 100,
            evidence: "\(connection.reason); \(connection.evidence)", isApplied: isApplied)
    }
}
