import ObjectGraph

/// Relationships.
extension ModelReader {
    private static let deleteRules: [String: DeleteRule] = [
        "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
    ]

    mutating func readRelationship(
        _ element: ModelElement, of entity: String
    ) -> RelationshipDescription {
        let name = element.attributes["name"] ?? ""
        let label = "relationship '\(name)' of entity '\(entity)'"
        check(element, .relationship, label)
        remember(entity, name, element, label)
        let isToMany = flag("toMany", element, label)
        let destination = element.attributes["destinationEntity"] ?? ""
        var relationship: RelationshipDescription =
            isToMany ? .toMany(name, destination) : .toOne(name, destination)
        relationship.isOptional = flag("optional", element, label)
        if flag("ordered", element, label) {
            relationship.isOrdered = isToMany
            if !isToMany { note(element, label, "one object has no order; 'ordered' is left out") }
        }
        relationship.inverse = inverse(of: element, label)
        relationship.deleteRule = deleteRule(of: element, label)
        relationship.userInfo = userInfo(of: element, label)
        relationship.renamingIdentifier = renamingIdentifier(of: element)
        setCounts(of: element, &relationship, label)
        if flag("transient", element, label) {
            note(element, label, "it is transient; here a store keeps it")
        }
        return relationship
    }

    private mutating func inverse(of element: ModelElement, _ label: String) -> String? {
        guard let name = element.attributes["inverseName"], !name.isEmpty else { return nil }
        rememberInverse(element, label)
        return name
    }

    private mutating func deleteRule(of element: ModelElement, _ label: String) -> DeleteRule {
        guard let name = element.attributes["deletionRule"] else { return .nullify }
        guard let rule = Self.deleteRules[name] else {
            let advice = Suggestion.text(for: name, among: Self.deleteRules.keys)
            report(.invalidValue, element, label, "the rule '\(name)' is not known\(advice)")
            return .nullify
        }
        return rule
    }

    /// A to-one relationship has at most one object in any case; 0 and nothing stand for no limit.
    private mutating func setCounts(
        of element: ModelElement, _ relationship: inout RelationshipDescription, _ label: String
    ) {
        let least = count("minCount", element, label) ?? 0
        let most = count("maxCount", element, label)
        if relationship.isToMany {
            relationship.minCount = least
            relationship.maxCount = most == 0 ? nil : most
        } else if let most, most > 1 {
            report(
                .invalidValue, element, label,
                "a relationship that is not to many has a 'maxCount' of 1, found \(most)")
        } else if least > 1 {
            report(
                .invalidValue, element, label,
                "a relationship that is not to many has a 'minCount' up to 1, found \(least)")
        }
    }
}
