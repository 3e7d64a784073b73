import ObjectGraph

/// Checks that every correction matches something, so that misspellings are reported.
struct CorrectionCheck {
    let tree: SchemaTree
    let entities: [NamedEntity]
    let corrections: InferenceCorrections

    /// The problems in order, with the most similar known names.
    var problems: [String] {
        corrections.nameProblems + pathProblems + embeddingProblems + entityProblems
            + propertyProblems + connectionProblems
    }

    // MARK: Paths

    private var pathProblems: [String] {
        let written =
            corrections.roots.map { ("--root", $0.path) } + corrections.maps.map { ("--map", $0) }
            + corrections.records.map { ("--record", $0) }
            + corrections.entities.map { ("--entity", $0.path) }
            + corrections.same.flatMap { [("--same", $0.0), ("--same", $0.1)] }
            + corrections.apart.map { ("--apart", $0) }
            + corrections.embedded.map { ("--embed", $0) }
            + corrections.parts.map { ("--part", $0) } + corrections.links.map { ("--link", $0) }
            + corrections.splits.map { ("--split", $0.path) }
            + corrections.dropped.map { ("--drop", $0) }
        return written.compactMap { option, path in
            let known = tree.profile.nodes.nodeIDs
            guard !known.contains(where: { tree.matches($0, path) }) else { return nil }
            let advice = Suggestion.text(for: path.text, among: known.map(tree.text))
            return "\(option) \(path): no such place in the payloads\(advice)"
        }
    }

    /// Elements of a list cannot be embedded in their owner.
    private var embeddingProblems: [String] {
        corrections.embedded.compactMap { path in
            let known = tree.profile.nodes.nodeIDs
            guard known.contains(where: { tree.matches($0, path) && tree[$0].kinds.arrays > 0 })
            else { return nil }
            return "--embed \(path): the elements of a list cannot join its owner"
        }
    }

    // MARK: Names

    private var entityProblems: [String] {
        let written =
            corrections.identities.map { ("--id", $0.entity) }
            + corrections.connected.map { ("--connect", $0.entity) }
        return written.compactMap { option, name in
            entity(name) == nil ? "\(option): \(unknownEntity(name))" : nil
        } + corrections.identities.flatMap(identityProblems)
    }

    private func identityProblems(_ entity: String, _ attributes: [String]) -> [String] {
        guard let found = self.entity(entity) else { return [] }
        return attributes.compactMap { name in
            let known = found.attributes.flatMap { [$0.name, PathText.text($0.path)] }
            guard !known.contains(name) else { return nil }
            return "--id \(entity)=\(name): \(entity) has no '\(name)'"
                + Suggestion.text(for: name, among: known)
        }
    }

    private var propertyProblems: [String] {
        let written =
            corrections.types.map { ("--type", $0.property) }
            + corrections.connected.map { ("--connect", $0.property) }
            + corrections.disconnected.map { ("--no-connect", $0) }
            + corrections.renamed.filter { !isDone($0.property, $0.name) }
            .map { ("--rename", $0.property) }
        return written.compactMap { option, property in
            guard let found = entity(property.entity) else {
                return "\(option): \(unknownEntity(property.entity))"
            }
            let known = names(of: found)
            guard !known.contains(property.name) else { return nil }
            return "\(option): \(property.entity) has no '\(property.name)'"
                + Suggestion.text(for: property.name, among: known)
        }
    }

    /// Unknown attributes of destinations.
    private var connectionProblems: [String] {
        corrections.connected.compactMap { written in
            guard let name = written.attribute, let found = entity(written.entity) else {
                return nil
            }
            let known = found.attributes.flatMap {
                [$0.name, PathText.text($0.path), AttributeName.of(path: $0.path)]
            }
            guard !known.contains(name) else { return nil }
            return "--connect: \(written.entity) has no '\(name)'"
                + Suggestion.text(for: name, among: known)
        }
    }

    private func isDone(_ property: InferenceCorrections.Property, _ name: String) -> Bool {
        entity(property.entity).map { names(of: $0).contains(name) } ?? false
    }

    private func names(of entity: NamedEntity) -> [String] {
        entity.attributes.flatMap {
            [$0.name, PathText.text($0.path), AttributeName.of(path: $0.path)]
        }
            + entity.relationships.flatMap { [$0.name, PathText.text($0.path)] }
    }

    private func entity(_ name: String) -> NamedEntity? { entities.first { $0.name == name } }

    private func unknownEntity(_ name: String) -> String {
        "no entity '\(name)'" + Suggestion.text(for: name, among: entities.map(\.name))
    }
}
