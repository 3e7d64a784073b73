import EntityMapper
import ObjectGraph
import ValueTransforms

/// Chooses among the connections found, and applies corrections.
struct ConnectionChoice {
    let options: InferenceOptions
    private(set) var log = DecisionLog()
    /// The connections that are possible but not applied.
    private(set) var possible: [ConnectionDraft] = []

    init(options: InferenceOptions) { self.options = options }

    /// Adds a relationship for each connection to apply.
    mutating func apply(_ search: ConnectionSearch, to drafts: inout [EntityDraft]) {
        applyPolymorphic(search, to: &drafts)
        for candidates in search.candidates() + search.compound().map({ [$0] }) {
            guard var best = candidates.first, !isTaken(best, in: drafts) else { continue }
            let draft = drafts[best.entity]
            let source = draft.attributes[best.keys[0].source]
            if isDisconnected(source, draft) { continue }
            if let forced = forced(source, draft, candidates, drafts) { best = forced }
            if let nested = nested(best, source, in: draft) {
                note(
                    best, source, drafts, isApplied: false, candidates,
                    outcome: "is the key of the nested '\(nested)'")
                continue
            }
            let isApplied = best.confidence >= options.confidence - 1e-9 || best.rule == .byHand
            guard isApplied || best.confidence >= InferenceOptions.leastOffered else { continue }
            note(best, source, drafts, isApplied: isApplied, candidates, outcome: nil)
            guard isApplied else {
                possible.append(best)
                continue
            }
            drafts[best.entity].relationships.append(relationship(best, source))
            drafts.takeTypes(of: best)
        }
        connectByHand(search, &drafts)
    }

    /// Adds a relationship for each destination of a polymorphic key (K9).
    private mutating func applyPolymorphic(
        _ search: ConnectionSearch, to drafts: inout [EntityDraft]
    ) {
        for connections in search.polymorphic() {
            for connection in connections {
                let source = drafts[connection.entity].attributes[connection.keys[0].source]
                guard !isDisconnected(source, drafts[connection.entity]) else { continue }
                let isApplied = connection.confidence >= options.confidence - 1e-9
                note(connection, source, drafts, isApplied: isApplied, [], outcome: nil)
                guard isApplied else {
                    possible.append(connection)
                    continue
                }
                var draft = relationship(connection, source)
                draft.proposedName =
                    (draft.proposedName ?? "") + drafts[connection.destination].name
                drafts[connection.entity].relationships.append(draft)
            }
        }
    }

    /// Tests whether a polymorphic connection already has the key.
    private func isTaken(_ connection: ConnectionDraft, in drafts: [EntityDraft]) -> Bool {
        connection.keys.count == 1
            && drafts[connection.entity].relationships.contains {
                $0.connection?.condition != nil
                    && $0.connection?.keys[0].source == connection.keys[0].source
            }
    }

    private func relationship(
        _ connection: ConnectionDraft, _ source: AttributeDraft
    ) -> RelationshipDraft {
        var draft = RelationshipDraft(
            path: [], destination: connection.destination, isToMany: connection.isList,
            isOrdered: connection.isList, isShared: true, records: [])
        draft.isInverseToMany = true
        let key = source.path.last ?? ""
        draft.proposedName =
            connection.keys.count > 1
            ? nil
            : RelationshipName.of(
                path: [connection.isInURL ? ForeignKeyName.withoutURL(key) : key],
                isToMany: connection.isList)
        draft.connection = connection
        return draft
    }

    /// Returns the nested relationship that a sibling foreign key duplicates.
    private func nested(
        _ connection: ConnectionDraft, _ source: AttributeDraft, in draft: EntityDraft
    ) -> String? {
        let name = RelationshipName.of(
            path: Array(source.path.suffix(1)), isToMany: connection.isList)
        return draft.relationships.first {
            $0.connection == nil && $0.destination == connection.destination
                && RelationshipName.of(path: Array($0.path.suffix(1)), isToMany: $0.isToMany)
                    == name
        }.map { $0.path.joined(separator: ".") }
    }

    // MARK: Corrections

    private func isDisconnected(_ source: AttributeDraft, _ draft: EntityDraft) -> Bool {
        options.corrections.disconnected.contains { matches($0, source, draft) }
    }

    private func matches(
        _ property: InferenceCorrections.Property, _ attribute: AttributeDraft, _ draft: EntityDraft
    ) -> Bool {
        property.entity == draft.name
            && [AttributeName.of(path: attribute.path), PathText.text(attribute.path)]
                .contains(property.name)
    }

    private func forced(
        _ source: AttributeDraft, _ draft: EntityDraft, _ candidates: [ConnectionDraft],
        _ drafts: [EntityDraft]
    ) -> ConnectionDraft? {
        for written in options.corrections.connected where matches(written.property, source, draft)
        {
            guard
                let found = candidates.first(where: {
                    drafts[$0.destination].name == written.entity
                })
            else { continue }
            return found.byHand
        }
        return nil
    }

    /// Applies corrections for which no rule found a candidate.
    private mutating func connectByHand(_ search: ConnectionSearch, _ drafts: inout [EntityDraft]) {
        for written in options.corrections.connected {
            guard let entity = drafts.firstIndex(where: { $0.name == written.property.entity }),
                let source = drafts[entity].attributes.firstIndex(where: {
                    matches(written.property, $0, drafts[entity])
                }),
                !drafts[entity].relationships.contains(where: {
                    $0.connection?.keys[0].source == source
                }),
                let destination = drafts.firstIndex(where: { $0.name == written.entity }),
                let key = key(written.attribute, of: drafts[destination])
            else { continue }
            let attribute = drafts[entity].attributes[source]
            let connection = ConnectionDraft(
                entity: entity, keys: [(source, key)], destination: destination, rule: .byHand,
                confidence: 1, found: 0, count: 0, reason: "on request",
                isList: attribute.type == .array,
                hasEnding: ForeignKeyName(attribute.key ?? "").hasEnding,
                isInURL: search.isInURL(attribute, drafts[destination].attributes[key]))
            drafts[entity].relationships.append(relationship(connection, attribute))
            drafts.takeTypes(of: connection)
        }
    }

    private func key(_ name: String?, of draft: EntityDraft) -> Int? {
        if let name {
            return draft.attributes.firstIndex {
                AttributeName.of(path: $0.path) == name || PathText.text($0.path) == name
                    || AttributeName.identity(key: $0.key ?? "", entity: draft.name) == name
            }
        }
        return switch draft.identity {
        case .members(let paths):
            paths.count == 1 ? draft.attributes.firstIndex { $0.path == paths[0] } : nil
        case .key: draft.attributes.firstIndex { $0.origin == .key }
        case .none, .local, .position: nil
        }
    }

    // MARK: Decisions

    private mutating func note(
        _ connection: ConnectionDraft, _ source: AttributeDraft, _ drafts: [EntityDraft],
        isApplied: Bool, _ candidates: [ConnectionDraft], outcome: String?
    ) {
        let subject = drafts[connection.entity].name + "." + AttributeName.of(path: source.path)
        let target = name(of: connection, drafts)
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
                        outcome: name(of: $0, drafts),
                        confidence: ($0.confidence * 100).rounded() / 100,
                        reason: "\($0.rule.code): \($0.reason), \($0.evidence)")
                }))
    }

    private func name(of connection: ConnectionDraft, _ drafts: [EntityDraft]) -> String {
        let draft = drafts[connection.destination]
        let attribute = draft.attributes[connection.keys[0].destination]
        return draft.name + "."
            + AttributeName.identity(
                key: attribute.key ?? "key", entity: draft.name)
    }
}

extension ConnectionDraft {
    fileprivate var byHand: ConnectionDraft {
        var draft = self
        (draft.rule, draft.confidence, draft.reason) = (.byHand, 1, "on request")
        return draft
    }
}

extension [EntityDraft] {
    /// Gives foreign keys the identities' types, in formats where all values are texts.
    fileprivate mutating func takeTypes(of connection: ConnectionDraft) {
        if connection.isInURL { return takeLastStep(of: connection) }
        for (source, destination) in connection.keys {
            let type = self[connection.destination].attributes[destination].type
            guard type == .integer64, self[connection.entity].attributes[source].type == .string
            else { continue }
            self[connection.entity].attributes[source].type = type
            self[connection.entity].attributes[source].transform = .default
            self[connection.entity].attributes[source].transformName = nil
        }
    }

    /// Uses the last component of a URL as the foreign key.
    private mutating func takeLastStep(of connection: ConnectionDraft) {
        let (source, destination) = connection.keys[0]
        if !connection.isList {
            self[connection.entity].attributes[source].type =
                self[connection.destination].attributes[destination].type
        }
        self[connection.entity].attributes[source].transform = .lastStep
        self[connection.entity].attributes[source].transformName = "\(ValueTransform.lastStep)"
        self[connection.entity].attributes[source].decision = nil
    }
}
