import EntityMapper
import MercatorPayload
import ObjectGraph

/// The parts of a mapping file other than entities and mappings.
extension MappingAssembly {
    /// The paths of each entity.
    var paths: [String: [String]] {
        var paths: [String: [String]] = [:]
        for entity in entities {
            let texts = Set(entity.records.map { tree.text(of: records[$0].node) })
            if !texts.isEmpty { paths[entity.name] = texts.sorted() }
        }
        return paths
    }

    /// The cases of the attributes that are enumerations (T9).
    var enumerations: [String: [String]] {
        guard options.wantsEnumerations else { return [:] }
        var enumerations: [String: [String]] = [:]
        for entity in entities {
            for attribute in entity.attributes where attribute.type == .string {
                guard let cases = attribute.decision?.cases, !cases.isEmpty else { continue }
                enumerations["\(entity.name).\(attribute.name)"] = cases
            }
        }
        return enumerations
    }

    /// Returns the attribute for members that are not mapped elsewhere (V4).
    func restName(of entity: NamedEntity) -> String? {
        guard options.wantsRest, entity.records.contains(where: { records[$0].form != .lookup })
        else { return nil }
        let inverses = entities.flatMap { other in
            other.relationships.filter { entities[$0.destination].name == entity.name }
                .map(\.inverse)
        }
        let family = entity.family.map { entities[$0].attributes.map(\.name) } ?? []
        var names = NameTable(
            taken: entity.attributes.map(\.name) + entity.relationships.map(\.name) + inverses
                + family)
        return names.claim(key: "rest", proposals: ["rest"])
    }

    /// Returns the mapping of the remaining members.
    func restMapping(of entity: NamedEntity) -> [AttributeMapping] {
        restName(of: entity).map {
            [AttributeMapping(from: PayloadPath([.context(.rest)]), to: $0)]
        } ?? []
    }

    /// Tests whether scalars in place of objects are their identifiers.
    func takesIdentifiers(_ layout: Layout, _ entity: NamedEntity) -> Bool {
        guard case .members(let paths) = entity.identity else { return false }
        return records.indices.contains { index in
            records[index].takesIdentifiers && layoutName(of: index) == layout.name
                && records[index].identity.best?.paths.map(records[index].name) == paths
        }
    }
}
