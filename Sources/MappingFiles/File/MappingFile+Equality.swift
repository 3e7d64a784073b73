import EntityMapper
import ObjectGraph

extension MappingFile: Equatable {
    /// The same file with the inverses at both ends, the inferred identifications as attributes,
    /// and the entities of the file in the mappings.
    package var resolved: MappingFile {
        var file = self
        let entities = ModelResolution.resolve(entities)
        let byName = Dictionary(
            entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        file.entities = entities.map(\.withoutAncestors)
        file.mappings.mappings = mappings.mappings.map { mapping in
            var mapping = mapping
            mapping.identificationAttributes = mapping.mappedIdentification
            mapping.entity = byName[mapping.entity.name] ?? mapping.entity
            return mapping
        }
        return file
    }

    /// Tests whether two files describe the same model and mappings.
    ///
    /// One-sided and two-sided declarations of an inverse are equal, and so are inferred and
    /// declared identification attributes.
    ///
    /// - Complexity: O(*n*) in the number of properties.
    public static func == (left: MappingFile, right: MappingFile) -> Bool {
        let (left, right) = (left.resolved, right.resolved)
        return left.source == right.source && left.groups == right.groups
            && left.entities == right.entities && left.mappings == right.mappings
            && left.paths == right.paths && left.fixed == right.fixed
            && left.enumerations == right.enumerations && left.ignored == right.ignored
            && left.possible == right.possible
    }
}
