import ObjectGraph

/// Warnings about mappings that have no identification without declaring so.
extension PlanCompiler {
    /// Warns about mappings that never find existing objects.
    ///
    /// For these, inference found no attribute, or an attribute that they do not map.
    mutating func noteUnidentified() {
        let fresh = freshEntities
        for (index, mapping) in mappings.mappings.enumerated() where mapping.infersIdentification {
            guard let names = mapping.identificationAttributes else {
                guard fresh.contains(index) else { continue }
                warn(
                    .identification, mapping, nil,
                    "no identification: every record is new, also when it is loaded again; name "
                        + "identificationAttributes, or set them to nil to say so")
                continue
            }
            guard mapping.mappedIdentification == nil else { continue }
            let name = names.joined(separator: ", ")
            let fault =
                mapping.maps(names) ? "values of its type cannot" : "nothing is mapped to it"
            warn(
                .identification, mapping, name,
                "'\(name)' would identify \(mapping.entity.name), as inferred from the name, but "
                    + "\(fault): no identification, every record is new; map it, or make the "
                    + "mapping with infersIdentification: false")
        }
    }

    /// The indices of the mappings without identification whose records always insert new objects.
    ///
    /// These are mappings of root paths, and of relationships that do not adopt existing objects.
    var freshEntities: Set<Int> {
        guard entities.count == mappings.mappings.count else { return [] }
        var reached: Set<Int> = []
        for root in mappings.roots { reached.formUnion(indexes(ofMapping: root.mapping)) }
        for mapping in mappings.mappings {
            for nested in mapping.relationshipMappings {
                let found = indexes(ofMapping: nested.mapping)
                reached.formUnion(
                    nested.assignmentPolicy == .set
                        ? found.filter { !entities[$0].reusesUnidentified } : found)
            }
        }
        return reached.filter { entities[$0].identification == nil }
    }

    /// Returns the indices of the mappings that a mapping name denotes.
    ///
    /// There is one index for an entity mapping; a dynamic mapping may have several.
    private func indexes(ofMapping name: String) -> [Int] {
        guard let index = mappingIndexes[name] else { return [] }
        guard index >= mappings.mappings.count else { return [index] }
        let dynamic = mappings.dynamicMappings[index - mappings.mappings.count]
        return dynamic.knownMappings.compactMap { mappingIndexes[$0] }
            .filter { $0 < mappings.mappings.count }
    }
}

extension EntityMapping {
    /// The identification attributes, if they were declared, or inferred and mapped.
    package var mappedIdentification: [String]? {
        guard infersIdentification, let names = identificationAttributes else {
            return identificationAttributes
        }
        let isOrdered = names.allSatisfy { entity.attribute(named: $0)?.type.isOrdered == true }
        return isOrdered && maps(names) ? names : nil
    }

    /// Tests whether all of the given attributes are mapped.
    fileprivate func maps(_ names: [String]) -> Bool {
        let mapped = Set(attributeMappings.map(\.destination))
        return names.allSatisfy(mapped.contains)
    }
}
