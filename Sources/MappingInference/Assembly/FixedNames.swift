/// Finds the properties fixed by corrections, which later payloads do not change.
struct FixedNames {
    let entities: [NamedEntity]
    let corrections: InferenceCorrections

    /// The names, such as `Comment.postID`.
    var names: Set<String> {
        var names: Set<String> = []
        let properties =
            corrections.types.map(\.property) + corrections.disconnected
            + corrections.renamed.map {
                InferenceCorrections.Property(entity: $0.property.entity, name: $0.name)
            }
        for property in properties {
            if let (entity, index) = attribute(property) {
                names.insert("\(entity.name).\(entity.attributes[index].name)")
            }
        }
        for (property, _, _) in corrections.connected {
            guard let (entity, index) = attribute(property) else { continue }
            for relationship in entity.relationships
            where relationship.connection?.keys.contains(where: { $0.source == index }) == true {
                names.insert("\(entity.name).\(relationship.name)")
            }
        }
        return names
    }

    /// Returns the attribute with a name or a path.
    private func attribute(
        _ property: InferenceCorrections.Property
    ) -> (entity: NamedEntity, index: Int)? {
        guard let entity = entities.first(where: { $0.name == property.entity }),
            let index = entity.attributes.firstIndex(where: { attribute in
                [
                    attribute.name, AttributeName.of(path: attribute.path),
                    PathText.text(attribute.path),
                ].contains(property.name)
            })
        else { return nil }
        return (entity, index)
    }
}
