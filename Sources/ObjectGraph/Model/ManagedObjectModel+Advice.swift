/// Messages about names that an entity does not have.
extension ManagedObjectModel {
    /// Returns the message that an entity has no attribute of a name, with the most similar one.
    package func noAttribute(_ name: String, in layout: EntityLayout) -> String {
        if layout.relationshipIndexes[name] != nil {
            return "'\(name)' is a relationship of \(layout.name)"
        }
        let names = entities[layout.index].attributes.map(\.name)
        let advice = Suggestion.text(for: name, among: names)
        return "no attribute '\(name)' in \(layout.name)\(advice)"
    }

    /// Returns the message that an entity has no relationship of a name, with the most similar one.
    package func noRelationship(_ name: String, in layout: EntityLayout) -> String {
        let names = entities[layout.index].relationships.map(\.name)
        let advice = Suggestion.text(for: name, among: names)
        return "no relationship '\(name)' in \(layout.name)\(advice)"
    }
}
