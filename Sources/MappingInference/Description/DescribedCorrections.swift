/// Checks that corrections concern something in a description.
struct DescribedCorrections {
    let file: DescribedFile
    let objects: [DescribedObject]

    private var corrections: InferenceCorrections { file.corrections }

    /// The corrections that match nothing, as sentences.
    var problems: [String] {
        let places =
            corrections.roots.isEmpty && corrections.maps.isEmpty && corrections.records.isEmpty
            && corrections.entities.isEmpty && corrections.same.isEmpty
            && corrections.apart.isEmpty && corrections.embedded.isEmpty
            && corrections.parts.isEmpty && corrections.links.isEmpty
            && corrections.splits.isEmpty && corrections.dropped.isEmpty
        var problems = corrections.nameProblems
        problems +=
            places ? [] : ["a correction names a place; it needs payloads beside the description"]
        let names = Set(
            file.model.groups.map(\.name)
                + objects.flatMap { [$0.words.upperCamel, $0.noun.upperCamel] })
        for (entity, _) in corrections.identities where !names.contains(entity) {
            problems.append("--id \(entity)=…: the description has no entity '\(entity)'")
        }
        for property in corrections.types.map(\.property) + corrections.disconnected
            + corrections.renamed.map(\.property) where attribute(property) == nil
        {
            problems.append(
                "\(property.entity).\(property.name): the description has no such attribute")
        }
        for (property, entity, _) in corrections.connected where !isKey(property, of: entity) {
            problems.append(
                "--connect \(property.entity).\(property.name)=\(entity): the description does not "
                    + "suggest it; write the connection in the mapping file")
        }
        return problems
    }

    private func attribute(_ property: InferenceCorrections.Property) -> NamedAttribute? {
        file.entities.first { $0.name == property.entity }?.attributes.first { attribute in
            [
                attribute.name, AttributeName.of(path: attribute.path),
                PathText.text(attribute.path),
            ].contains(property.name)
        }
    }

    private func isKey(_ property: InferenceCorrections.Property, of entity: String) -> Bool {
        guard let owner = file.entities.firstIndex(where: { $0.name == property.entity }),
            let path = attribute(property)?.path
        else { return false }
        return file.model.keys[owner].contains { key in
            file.model.properties[owner][key.property].path == path
                && file.entities[key.destination].name == entity
        }
    }
}
