/// Finds the properties fixed by corrections, which later payloads do not change.
struct FixedNames {
    private let drafts: [EntityDraft]
    private let corrections: InferenceCorrections

    init(_ drafts: [EntityDraft], _ corrections: InferenceCorrections) {
        self.drafts = drafts
        self.corrections = corrections
    }

    /// The names, such as `Comment.postID`.
    var names: Set<String> {
        var names: Set<String> = []
        let properties =
            corrections.types.map(\.property) + corrections.disconnected
            + corrections.renamed.map {
                InferenceCorrections.Property(entity: $0.property.entity, name: $0.name)
            }
        for property in properties {
            if let (draft, index) = attribute(property) {
                names.insert("\(draft.name).\(draft.attributes[index].name)")
            }
        }
        for (property, _, _) in corrections.connected {
            guard let (draft, index) = attribute(property) else { continue }
            for relationship in draft.relationships
            where relationship.connection?.keys.contains(where: { $0.source == index }) == true {
                names.insert("\(draft.name).\(relationship.name)")
            }
        }
        return names
    }

    /// Returns the attribute with a name or a path.
    private func attribute(
        _ property: InferenceCorrections.Property
    ) -> (draft: EntityDraft, index: Int)? {
        guard let draft = drafts.first(where: { $0.name == property.entity }),
            let index = draft.attributes.firstIndex(where: { attribute in
                [
                    attribute.name, AttributeName.of(path: attribute.path),
                    PathText.text(attribute.path),
                ].contains(property.name)
            })
        else { return nil }
        return (draft, index)
    }
}
