import MercatorPayload
import ObjectGraph

extension DescribedReport {
    /// The decisions on identities, entities, keys, types, and what was not decided.
    var decisions: [InferenceDecision] {
        var log = DecisionLog()
        for index in file.entities.indices {
            addEntity(index, to: &log)
            addKeys(index, to: &log)
            addTypes(index, to: &log)
        }
        for offer in entities.offers where entities.groupOfSchema[offer.schema] == nil {
            let key = offer.keys.first
            log.decide(
                .describedIdentity, offer.name,
                key.map { "may be identified by \($0)" } ?? "has no identity, and is not mapped",
                "the response of \(offer.route)", confidence: 0.45, isApplied: false,
                override: "--id \(offer.name)=\(key ?? "KEY")")
        }
        return log.decisions
    }

    private func addEntity(_ index: Int, to log: inout DecisionLog) {
        let group = file.model.groups[index]
        guard let identity = group.identity else { return }
        log.decide(
            .describedIdentity, group.name, "is identified by \(identity.key)", identity.evidence,
            confidence: identity.confidence, override: "--id \(group.name)=KEY")
        let names = group.objects.compactMap(\.name)
        guard names.count > 1 else { return }
        log.decide(
            .describedVersions, group.name,
            "is what \(names.sorted().joined(separator: ", ")) describe",
            "the same noun, identity and members", confidence: 0.9, override: "a description of one"
        )
    }

    private func addKeys(_ index: Int, to log: inout DecisionLog) {
        let entity = file.entities[index]
        for relationship in entity.relationships {
            guard let connection = relationship.connection else { continue }
            let source = entity.attributes[connection.keys[0].source]
            log.decide(
                .describedKey, "\(entity.name).\(source.name)",
                "refers to \(file.entities[connection.destination].name)", connection.reason,
                confidence: connection.confidence,
                override: "--no-connect \(entity.name).\(source.name)")
        }
        for (key, connect) in file.possibleKeys(of: index) {
            let parts = connect.split(separator: "=")
            log.decide(
                .describedKey, String(parts[0]), "may refer to \(parts[1])", key.reason,
                confidence: key.confidence, isApplied: false, override: "--connect \(connect)")
        }
    }

    private func addTypes(_ index: Int, to log: inout DecisionLog) {
        let entity = file.entities[index]
        let enumerations = file.enumerations(of: index).sorted { $0.key < $1.key }
        for property in file.model.properties[index] {
            guard case .several(let targets) = property.value else { continue }
            log.decide(
                .describedAlternatives, "\(entity.name).\(PathText.text(property.path))",
                "may hold objects of \(targets.count) schemas, and is not mapped",
                "oneOf or anyOf", confidence: 0.4, isApplied: false,
                override: "a relationship to a common parent in the mapping file")
        }
        for relationship in entity.relationships where relationship.connection == nil {
            log.decide(
                .describedNesting, "\(entity.name).\(relationship.name)",
                "holds \(relationship.isToMany ? "objects" : "an object") of "
                    + file.entities[relationship.destination].name,
                "its schema", confidence: 0.95,
                override: "--drop, or another relationship in the mapping file")
        }
        for (name, cases) in enumerations {
            log.decide(
                .describedCases, name, "is one of \(cases.count) texts", "enum", confidence: 1,
                override: "the enumerations of the mapping file")
        }
        for attribute in entity.attributes {
            guard let decision = attribute.decision,
                decision.transform != nil || ![.string, .boolean].contains(decision.type)
            else { continue }
            let subject = "\(entity.name).\(attribute.name)"
            log.decide(
                .describedType, subject, "is of type \(attribute.type.rawValue)", decision.fact,
                confidence: decision.confidence, override: "--type \(subject)=TYPE")
        }
    }
}
