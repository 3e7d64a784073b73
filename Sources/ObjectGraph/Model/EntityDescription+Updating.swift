/// Changes to single properties that schema structs cannot express.
extension EntityDescription {
    /// Changes the description of an attribute.
    ///
    /// ```swift
    /// var article = Article.entityDescription
    /// article.updateAttribute("title") { $0.rules = [.maximumLength(80)] }
    /// ```
    ///
    /// - Precondition: The entity itself declares the attribute.
    public mutating func updateAttribute(
        _ attribute: String, _ change: (inout AttributeDescription) -> Void
    ) {
        let names = declaredAttributes.map(\.name)
        guard let index = names.firstIndex(of: attribute) else {
            preconditionFailure(
                "\(name) declares no attribute '\(attribute)'"
                    + Suggestion.text(for: attribute, among: names))
        }
        change(&declaredAttributes[index])
    }

    /// Changes the description of a relationship.
    ///
    /// - Precondition: The entity itself declares the relationship.
    public mutating func updateRelationship(
        _ relationship: String, _ change: (inout RelationshipDescription) -> Void
    ) {
        let names = declaredRelationships.map(\.name)
        guard let index = names.firstIndex(of: relationship) else {
            preconditionFailure(
                "\(name) declares no relationship '\(relationship)'"
                    + Suggestion.text(for: relationship, among: names))
        }
        change(&declaredRelationships[index])
    }
}
