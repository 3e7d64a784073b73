import ObjectGraph

/// Relationships.
extension ModelReader {
    private static let deleteRules: [String: DeleteRule] = [
        "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
    ]

    /// Reads a relationship, or returns `nil` for one without a destination.
    mutating func readRelationship(
        _ element: ModelElement, of entity: String
    ) -> RelationshipDescription? {
        let name = element.attributes["name"] ?? ""
        let label = "relationship '\(name.shortened)' of entity '\(entity)'"
        guard isComplete(element, .relationship, label),
            let destination = element.attributes["destinationEntity"]
        else { return nil }
        remember([entity, name], element, label)
        let isToMany = flag("toMany", element, label)
        var relationship: RelationshipDescription =
            isToMany ? .toMany(name, destination) : .toOne(name, destination)
        relationship.isOptional = flag("optional", element, label)
        if flag("ordered", element, label) {
            relationship.isOrdered = isToMany
            if !isToMany {
                leaveOut("'ordered'", of: element, label, because: "one object has no order")
            }
        }
        relationship.inverse = inverse(of: element, in: entity, label)
        relationship.deleteRule = deleteRule(of: element, label)
        relationship.userInfo = userInfo(of: element, label)
        relationship.renamingIdentifier = renamingIdentifier(of: element)
        setCounts(of: element, &relationship, label)
        if flag("transient", element, label) {
            note(element, label, "it is transient; here a store keeps it")
        }
        return relationship
    }

    private mutating func inverse(
        of element: ModelElement, in entity: String, _ label: String
    ) -> String? {
        let inverseEntity = element.attributes["inverseEntity", default: ""]
        guard let inverse = element.attributes["inverseName"], !inverse.isEmpty else {
            if !inverseEntity.isEmpty {
                leaveOut(
                    "'inverseEntity'", of: element, label, because: "there is no 'inverseName'")
            }
            return nil
        }
        if !inverseEntity.isEmpty {
            inverseEntities[[entity, element.attributes["name", default: ""]]] = inverseEntity
        }
        return inverse
    }

    private mutating func deleteRule(of element: ModelElement, _ label: String) -> DeleteRule {
        guard let name = element.attributes["deletionRule"] else { return .nullify }
        guard let rule = Self.deleteRules[name] else {
            let advice = Suggestion.text(for: name, among: Self.deleteRules.keys)
            leaveOut(
                of: element, label, because: "the rule '\(name.shortened)' is not known\(advice)")
            return .nullify
        }
        return rule
    }

    /// Sets the bounds of a to-many relationship.
    ///
    /// A maximum of 0 means none, and to-one bounds are at most 1.
    private mutating func setCounts(
        of element: ModelElement, _ relationship: inout RelationshipDescription, _ label: String
    ) {
        let counts = [
            ("minCount", count("minCount", element, label)),
            ("maxCount", count("maxCount", element, label)),
        ]
        if relationship.isToMany {
            relationship.minCount = counts[0].1 ?? 0
            relationship.maxCount = counts[1].1 == 0 ? nil : counts[1].1
            return
        }
        for case (let name, let count?) in counts where count > 1 {
            leaveOut(
                of: element, label,
                because: "the '\(name)' of a relationship that is not to many is at most 1, "
                    + "found \(count)")
        }
    }
}
