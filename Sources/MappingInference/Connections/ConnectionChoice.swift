import EntityMapper
import ObjectGraph
import ValueTransforms

/// Chooses among the connections found, and applies corrections.
struct ConnectionChoice {
    private let search: ConnectionSearch
    private let entities: [TypedEntity]
    private let options: InferenceOptions
    /// The connections to apply, with connections of earlier payloads first.
    private(set) var applied: [ConnectionCandidate]
    private(set) var log = DecisionLog()
    /// The connections that are possible but not applied.
    private(set) var possible: [ConnectionCandidate] = []

    init(_ search: ConnectionSearch) {
        self.search = search
        entities = search.entities
        options = search.options
        applied = search.known
    }

    /// Chooses the connections to apply.
    mutating func choose() {
        choosePolymorphic()
        for candidates in search.candidates() + search.compound().map({ [$0] }) {
            guard var best = candidates.first, !isTaken(best) else { continue }
            let entity = entities[best.entity]
            let source = entity.attributes[best.keys[0].source]
            if isDisconnected(source, entity) { continue }
            if let forced = forced(source, entity, candidates) { best = forced }
            if let nested = nested(best, source, in: entity) {
                note(
                    best, source, isApplied: false, candidates,
                    outcome: "is the key of the nested '\(nested)'")
                continue
            }
            let isApplied = best.confidence >= options.confidence - 1e-9 || best.rule == .byHand
            guard isApplied || best.confidence >= InferenceOptions.leastOffered else { continue }
            note(best, source, isApplied: isApplied, candidates, outcome: nil)
            if isApplied { applied.append(named(best)) } else { possible.append(best) }
        }
        connectByHand()
    }

    /// Chooses the destinations of polymorphic keys (K9).
    private mutating func choosePolymorphic() {
        for connection in search.polymorphic() {
            let entity = entities[connection.entity]
            let source = entity.attributes[connection.keys[0].source]
            guard !isDisconnected(source, entity) else { continue }
            let isApplied = connection.confidence >= options.confidence - 1e-9
            note(connection, source, isApplied: isApplied, [], outcome: nil)
            guard isApplied else {
                possible.append(connection)
                continue
            }
            var connection = named(connection)
            connection.proposedName? += entities[connection.destination].name
            applied.append(connection)
        }
    }

    /// Tests whether a polymorphic connection already has the key.
    private func isTaken(_ connection: ConnectionCandidate) -> Bool {
        connection.keys.count == 1
            && applied.contains {
                $0.condition != nil && $0.entity == connection.entity
                    && $0.keys[0].source == connection.keys[0].source
            }
    }

    /// Returns a connection with the name that its key gives the relationship.
    private func named(_ connection: ConnectionCandidate) -> ConnectionCandidate {
        guard connection.keys.count == 1 else { return connection }
        let source = entities[connection.entity].attributes[connection.keys[0].source]
        let key = source.path.last ?? ""
        var named = connection
        named.proposedName = RelationshipName.of(
            path: [connection.isInURL ? ForeignKeyName.withoutURL(key) : key],
            isToMany: connection.isList)
        return named
    }

    /// Returns the nested relationship that a sibling foreign key duplicates.
    private func nested(
        _ connection: ConnectionCandidate, _ source: TypedAttribute, in entity: TypedEntity
    ) -> String? {
        let name = RelationshipName.of(
            path: Array(source.path.suffix(1)), isToMany: connection.isList)
        return entity.relationships.first {
            $0.destination == connection.destination
                && RelationshipName.of(path: Array($0.path.suffix(1)), isToMany: $0.isToMany)
                    == name
        }.map { $0.path.joined(separator: ".") }
    }

    // MARK: Corrections

    private func isDisconnected(_ source: TypedAttribute, _ entity: TypedEntity) -> Bool {
        options.corrections.disconnected.contains { matches($0, source, entity) }
    }

    private func matches(
        _ property: InferenceCorrections.Property, _ attribute: TypedAttribute,
        _ entity: TypedEntity
    ) -> Bool {
        property.entity == entity.name
            && [AttributeName.of(path: attribute.path), PathText.text(attribute.path)]
                .contains(property.name)
    }

    private func forced(
        _ source: TypedAttribute, _ entity: TypedEntity, _ candidates: [ConnectionCandidate]
    ) -> ConnectionCandidate? {
        for written in options.corrections.connected where matches(written.property, source, entity)
        {
            guard
                let found = candidates.first(where: {
                    entities[$0.destination].name == written.entity
                })
            else { continue }
            return found.byHand
        }
        return nil
    }

    /// Applies corrections without a candidate of any rule.
    private mutating func connectByHand() {
        for written in options.corrections.connected {
            guard let entity = entities.firstIndex(where: { $0.name == written.property.entity }),
                let source = entities[entity].attributes.firstIndex(where: {
                    matches(written.property, $0, entities[entity])
                }),
                !applied.contains(where: { $0.entity == entity && $0.keys[0].source == source }),
                let destination = entities.firstIndex(where: { $0.name == written.entity }),
                let key = key(written.attribute, of: entities[destination])
            else { continue }
            let attribute = entities[entity].attributes[source]
            let connection = ConnectionCandidate(
                entity: entity, keys: [(source, key)], destination: destination, rule: .byHand,
                confidence: 1, found: 0, count: 0, reason: "on request",
                isList: attribute.type == .array,
                hasEnding: ForeignKeyName(attribute.key ?? "").hasEnding,
                isInURL: search.isInURL(attribute, entities[destination].attributes[key]))
            applied.append(named(connection))
        }
    }

    private func key(_ name: String?, of entity: TypedEntity) -> Int? {
        if let name {
            return entity.attributes.firstIndex {
                AttributeName.of(path: $0.path) == name || PathText.text($0.path) == name
                    || AttributeName.identity(key: $0.key ?? "", entity: entity.name) == name
            }
        }
        return switch entity.identity {
        case .members(let paths):
            paths.count == 1 ? entity.attributes.firstIndex { $0.path == paths[0] } : nil
        case .key: entity.attributes.firstIndex { $0.origin == .key }
        case .none, .local, .position: nil
        }
    }

    // MARK: Decisions

    private mutating func note(
        _ connection: ConnectionCandidate, _ source: TypedAttribute, isApplied: Bool,
        _ candidates: [ConnectionCandidate], outcome: String?
    ) {
        let subject = entities[connection.entity].name + "." + AttributeName.of(path: source.path)
        let target = name(of: connection)
        log.decisions.append(
            InferenceDecision(
                rule: connection.rule, subject: subject,
                outcome: outcome ?? "connects to \(target)",
                evidence: [
                    .init(fact: "values found", count: connection.found, total: connection.count)
                ],
                confidence: (connection.confidence * 100).rounded() / 100, isApplied: isApplied,
                override: isApplied ? "--no-connect \(subject)" : "--connect \(subject)=\(target)",
                rivals: candidates.filter {
                    $0.destination != connection.destination || $0.rule != connection.rule
                }
                .prefix(4).map {
                    .init(
                        outcome: name(of: $0),
                        confidence: ($0.confidence * 100).rounded() / 100,
                        reason: "\($0.rule.code): \($0.reason), \($0.evidence)")
                }))
    }

    private func name(of connection: ConnectionCandidate) -> String {
        let entity = entities[connection.destination]
        let attribute = entity.attributes[connection.keys[0].destination]
        return entity.name + "."
            + AttributeName.identity(key: attribute.key ?? "key", entity: entity.name)
    }
}

extension ConnectionCandidate {
    fileprivate var byHand: ConnectionCandidate {
        var connection = self
        (connection.rule, connection.confidence, connection.reason) = (.byHand, 1, "on request")
        return connection
    }
}
