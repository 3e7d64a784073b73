/// Messages about names that an entity does not have.
extension ManagedObjectModel {
    /// Returns the message that an entity has no attribute of a name, with the most similar one.
    package func noAttribute(_ name: String, in layout: EntityLayout) -> String {
        if layout.relationshipIndexes[name] != nil {
            return "'\(name)' is a relationship of \(layout.name)"
        }
        let names = entities[layout.index].attributes.map(\.name)
        let advice = advice(for: name, among: names)
        return "no attribute '\(name)' in \(layout.name)\(advice)"
    }

    /// Returns the message that an entity has no relationship of a name, with the most similar one.
    package func noRelationship(_ name: String, in layout: EntityLayout) -> String {
        let names = entities[layout.index].relationships.map(\.name)
        let advice = advice(for: name, among: names)
        return "no relationship '\(name)' in \(layout.name)\(advice)"
    }

    /// Returns the advice on the name of a property that an entity does not have.
    func advice(for name: String, among names: [String]) -> String {
        name == PropertyName.none
            ? "; only a stored property of the schema struct itself has its name as label: make it "
                + "one, or give it a name"
            : Suggestion.text(for: name, among: names)
    }
}
